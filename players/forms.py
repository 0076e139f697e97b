"""Forms about people. They check shape; what is already taken, the database says."""

from allauth.account.forms import BaseConfirmCodeForm
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from players import accounts, names
from players.accounts import sign_in_name
from players.models import User

# Long enough for every sentence somebody can remember, short enough to be read in one go.
LONGEST_PASSWORD = 1000
NAME = {
    "class": "field",
    "autocapitalize": "none",
    "spellcheck": "false",
    "maxlength": names.LONGEST,
}


class PlainForm(forms.Form):
    """A form that comes back looking at its first fault: on a phone it may be far below."""

    def full_clean(self):
        """Check, and give the focus to the first field that was refused."""
        super().full_clean()
        for name in self.fields:
            if name in self.errors:
                self.fields[name].widget.attrs["autofocus"] = True
                break


def password_field(autocomplete: str, **kwargs) -> forms.CharField:
    """A password as it was typed, blanks at its ends and all."""
    attrs = {"class": "field", "autocomplete": autocomplete}
    widget = forms.PasswordInput(attrs=attrs)
    return forms.CharField(strip=False, max_length=LONGEST_PASSWORD, widget=widget, **kwargs)


class SignInForm(PlainForm):
    """Name and password. What is wrong with them together, only the view finds out."""

    name = forms.CharField(
        max_length=200, widget=forms.TextInput(attrs=NAME | {"autocomplete": "username"})
    )
    password = password_field("current-password")

    def clean_name(self):
        """A name nobody can have is as good as any unknown one."""
        try:
            return sign_in_name(self.cleaned_data["name"])
        except names.BadName:
            return "\N{REPLACEMENT CHARACTER}"


class NewPasswordForm(PlainForm):
    """A name to sign in by and its password; whoever has one may leave it as it is."""

    name = names.NameField(widget=forms.TextInput(attrs=NAME | {"autocomplete": "username"}))
    password = password_field("new-password")

    def __init__(self, data=None, *, user: User, **kwargs):
        self.user = user
        self.has_one = user.is_authenticated and accounts.ways(user).password
        initial = {"name": user.username} if self.has_one else {}
        super().__init__(data, initial=initial, use_required_attribute=False, **kwargs)
        self.fields["password"].required = not self.has_one

    def clean_name(self):
        """Return the one spelling of the name, if nobody else has it."""
        try:
            name = sign_in_name(self.cleaned_data["name"])
        except names.BadName as fault:
            raise forms.ValidationError(str(fault)) from fault
        if User.objects.filter(username=name).exclude(pk=self.user.pk).exists():
            self.add_error("name", self.taken())
        return name

    def clean(self):
        """A new password is long enough, not among the common ones and not the name."""
        cleaned = super().clean()
        if cleaned.get("password"):
            try:
                validate_password(cleaned["password"], User(username=cleaned.get("name")))
            except forms.ValidationError as fault:
                self.add_error("password", fault)
        return cleaned

    @staticmethod
    def taken() -> str:
        """Return what to say of a name somebody else has."""
        return str(_("Somebody else has this name. Please choose another."))


class ConfirmForm(PlainForm):
    """The password once more."""

    password = password_field("current-password")


class EmailForm(PlainForm):
    """An address to send a code to."""

    email = forms.EmailField(
        max_length=254,
        widget=forms.EmailInput(attrs={"class": "field", "autocomplete": "email"}),
    )

    def clean_email(self):
        """One spelling for each address."""
        return self.cleaned_data["email"].lower()


class MailedCodeForm(PlainForm, BaseConfirmCodeForm):
    """The code that came by e-mail."""

    field_order = ["code"]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, use_required_attribute=False, **kwargs)
        attrs = {"class": "field", "inputmode": "numeric", "autocomplete": "one-time-code"}
        self.fields["code"].widget = forms.TextInput(attrs=attrs)
        self.fields["code"].max_length = 40


class RecoveryForm(PlainForm):
    """The code on paper."""

    code = forms.CharField(
        max_length=100,
        widget=forms.TextInput(
            attrs={
                "class": "field",
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }
        ),
    )


class PasskeyNameForm(PlainForm):
    """What its owner calls a passkey."""

    name = names.NameField(
        widget=forms.TextInput(attrs=NAME | {"autocomplete": "off"}),
    )
