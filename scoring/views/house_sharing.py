"""House rules going from group to group: as a link, as a QR code, as a file."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from players.access import group_for
from players.actions import whoever_asks
from players.ids import parse
from players.models import Group, Role
from players.pages import form_key, go, sent, show
from players.secrets import opened
from scoring import actions
from scoring.acts import Conflict
from scoring.faults import sentence
from scoring.house_files import FileForm, as_file, read_document
from scoring.models import HouseRules, RulesLink
from scoring.rulewords import changes
from scoring.views.house import house_in, preset_name
from scoring.views.share import qr


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def share_house(request: HttpRequest, pk: UUID, house_id: UUID) -> HttpResponse:
    """Make a way to show these rules to others, seen once; or close every one of them."""
    group = group_for(request, pk, Role.ORGANISER)
    house = house_in(group, house_id)
    address = ""
    if request.method == "POST" and request.POST.get("act") == "close":
        actions.stop_sharing(house)
        messages.success(request, _("Closed. Copies that were taken stay."))
        return go(request, reverse("share_house", args=[group.pk, house.pk]))
    if request.method == "POST":
        secret = actions.share_house(house, request.user)
        address = request.build_absolute_uri(reverse("shared_rules", args=[secret]))
    context = {
        "group": group,
        "house": house,
        "links": house.links.filter(revoked_at=None),
        "address": address,
        "qr": qr(address) if address else "",
    }
    return show(request, "scoring/share_house.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def shared_rules(request: HttpRequest, secret: str) -> HttpResponse:
    """Rules of another group, for whoever has the link; a POST takes a copy of them."""
    found = RulesLink.objects.select_related("house__ruleset", "group")
    found = found.filter(revoked_at=None, group__in=Group.objects.present())
    house = opened(request, found, secret).house
    if request.method == "POST":
        group = _own_group(request)
        try:
            copy = actions.adopt(house, group, request.user, form_key(request))
        except Conflict:
            messages.warning(request, _("This sheet was used before. Please save it again."))
            return go(request, request.path)
        messages.success(request, _("This copy is yours now; change it as you like."))
        return go(request, reverse("house", args=[group.pk, copy.pk]))
    document = house.ruleset.document
    context = {
        "house": house,
        "preset_name": preset_name(house.preset),
        "changes": changes(rules.preset(house.preset).document, document),
        "groups": _organised(request),
    }
    return show(request, "scoring/shared_rules.html", context)


def _organised(request: HttpRequest) -> list[Group]:
    """The groups this person may write rules down in, the notebook first."""
    if not request.user.is_authenticated:
        return []
    held = Group.objects.present().for_user(request.user).filter(role=Role.ORGANISER)
    return sorted(held, key=lambda group: (group.personal_to_id is None, group.name))


def _own_group(request: HttpRequest) -> Group:
    """Where the copy goes: the group that was chosen, else the notebook of whoever asks."""
    asked = request.POST.get("group", "")
    user = whoever_asks(request)
    if not asked:
        return user.notebook
    pk = parse(asked)
    if pk is None:
        raise Http404
    return group_for(request, pk, Role.ORGANISER)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def read_house(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Rules from a file, or pasted: kept as they are, or refused with every fault."""
    group = group_for(request, pk, Role.ORGANISER)
    form = FileForm(sent(request), request.FILES or None)
    faults = []
    if form.is_valid():
        try:
            house = _kept(request, group, form)
        except rules.InvalidRuleset as invalid:
            faults = [(fault.path, sentence(fault.code)) for fault in invalid.faults]
        except Conflict:
            form.add_error("name", _("This sheet was used before. Please save it again."))
        else:
            messages.success(request, _("Written down. New matches go by these rules."))
            return go(request, reverse("house", args=[group.pk, house.pk]))
    context = {"group": group, "form": form, "faults": faults}
    status = 422 if form.is_bound else 200
    return show(request, "scoring/read_house.html", context, status=status)


def _kept(request: HttpRequest, group: Group, form: FileForm) -> HouseRules:
    document, name = read_document(form.raw()), form.cleaned_data["name"]
    key = form_key(request)
    return actions.make_house(group, request.user, name, document["id"], document, key)


@require_safe
def house_file(request: HttpRequest, pk: UUID, house_id: UUID) -> HttpResponse:
    """The rules as a file: to be copied, or with `?download` to be kept."""
    group = group_for(request, pk)
    house = house_in(group, house_id)
    text = as_file(house.ruleset.document)
    if "download" not in request.GET:
        return show(
            request, "scoring/house_file.html", {"group": group, "house": house, "text": text}
        )
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    name = slugify(house.name) or house.preset
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response
