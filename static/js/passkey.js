// A passkey: the form asks the server what to ask the phone, and sends what the phone answers.

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** What the server asks, with bytes where the browser wants bytes. */
function asked({ publicKey }) {
  const named = (list = []) => list.map((item) => ({ ...item, id: bytes(item.id) }));
  const said = { ...publicKey, challenge: bytes(publicKey.challenge) };
  if (publicKey.user) said.user = { ...publicKey.user, id: bytes(publicKey.user.id) };
  said.excludeCredentials = named(publicKey.excludeCredentials);
  said.allowCredentials = named(publicKey.allowCredentials);
  return { publicKey: said };
}

/** What the phone answered, as text. */
function answered({ id, rawId, type, response }) {
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const read = parts.filter((part) => response[part]).map((part) => [part, text(response[part])]);
  return JSON.stringify({ id, rawId: text(rawId), type, response: Object.fromEntries(read) });
}

async function send(form) {
  const body = new FormData(form);
  body.set("begin", "1");
  const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
  if (answer.redirected) return location.assign(answer.url); // asked first to show that it is them
  const { options, token } = await answer.json();
  form.elements.csrfmiddlewaretoken.value = token;
  const credential = await navigator.credentials[form.dataset.passkey](asked(options));
  form.elements.credential.value = answered(credential);
  form.submit();
}

const form = document.querySelector("form[data-passkey]");
if (form && window.PublicKeyCredential) {
  const failed = document.querySelector("[data-failed]");
  document.querySelector("[data-needs-script]").remove();
  for (const button of document.querySelectorAll("button[form=passkey]")) button.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    failed.hidden = true;
    send(form).catch(() => {
      // refused on the phone, or the server is away: either way nothing was changed
      failed.replaceChildren(...failed.querySelectorAll("span"));
      failed.firstElementChild.hidden = false;
      failed.hidden = false;
    });
  });
}
