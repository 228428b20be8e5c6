// After a change the server says beside each entry what is wrong; the fields to blame are marked here.
document.addEventListener("htmx:afterSettle", () => {
  for (const fault of document.querySelectorAll(".entry > .fault")) {
    const wrong = (fault.dataset.columns ?? "").split(" ");
    for (const field of fault.parentElement.querySelectorAll(".cell .field")) {
      if (wrong.includes(field.name.split(".").at(-1))) {
        field.setAttribute("aria-invalid", "true");
      } else {
        field.removeAttribute("aria-invalid");
      }
    }
  }
});
