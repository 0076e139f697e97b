"""The pages about oneself. Of django-allauth's own only these names exist, over our views."""

from django.urls import path

from players.views import account, signing_in, ways

urlpatterns = [
    path("account", account.account, name="account"),
    path("account/signup", account.signup, name="account_signup"),
    path("account/sign-in", signing_in.sign_in, name="account_login"),
    path("account/sign-in/passkey", signing_in.sign_in_by_passkey, name="mfa_login_webauthn"),
    path("account/sign-in/mail", signing_in.ask_for_code, name="account_request_login_code"),
    path("account/recover", signing_in.recover, name="recover"),
    path("account/code", signing_in.mailed_code, name="mailed_code"),
    path("account/confirm", signing_in.confirm_it_is_you, name="account_reauthenticate"),
    path("account/sign-out", account.sign_out, name="account_logout"),
    path("account/password", ways.password, name="password"),
    path("account/passkeys", ways.add_passkey, name="mfa_add_webauthn"),
    path("account/passkeys/<int:pk>", ways.passkey, name="passkey"),
    path("account/email", ways.email, name="email"),
    path("account/recovery-code", account.recovery, name="recovery"),
    path("account/phones/end", account.end_phones, name="end_phones"),
]
