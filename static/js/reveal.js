// A password nobody can see is easily mistyped: show it to whoever wants to look.

for (const button of document.querySelectorAll("[data-reveal]")) {
  const password = button.closest("form").querySelector("[type=password]");
  const shows = button.textContent;
  button.hidden = false;
  button.addEventListener("click", () => {
    const hidden = password.type === "password";
    password.type = hidden ? "text" : "password";
    button.textContent = hidden ? button.dataset.reveal : shows;
  });
}
