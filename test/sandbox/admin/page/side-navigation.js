/**
 * The app's menu at the side. Its links are real addresses of this admin; a plain click goes through the app, which
 * then changes pages without loading again.
 */
export function sideNavigation({ side, list, appLink, menuButton, home, navigate }) {
  let items = [];
  let path = "/";
  /** True while the app's page has the menu: an error page, or another document, has lost it. */
  let live = false;

  const draw = () => {
    const shown = items.filter((item) => !item.home);
    const current = currentOf(shown, path);
    list.replaceChildren(...shown.map((item) => entry(item, item === current)));
    mark(appLink, current === undefined);
  };

  const entry = (item, isCurrent) => {
    const link = Object.assign(document.createElement("a"), {
      href: home + item.href,
      textContent: item.label,
    });
    mark(link, isCurrent);
    link.addEventListener("click", (event) => follow(event, item));
    const place = document.createElement("li");
    place.append(link);
    return place;
  };

  const follow = (event, item) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    open(false);
    event.preventDefault();
    navigate({ href: live ? item?.href : undefined, address: event.currentTarget.href });
  };

  const open = (isOpen) => {
    menuButton.ariaExpanded = String(isOpen);
    side.classList.toggle("open", isOpen);
  };

  appLink.addEventListener("click", (event) =>
    follow(
      event,
      items.find((item) => item.home),
    ),
  );
  menuButton.addEventListener("click", () => open(menuButton.ariaExpanded !== "true"));
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") open(false);
  });
  // A tap into the frame is heard of in no other way.
  window.addEventListener("blur", () => open(false));

  return {
    setMenu: (given) => {
      live = given !== null;
      items = given ?? items;
      draw();
    },
    setPath: (given) => {
      path = given;
      draw();
    },
  };
}

/** The entry whose page this is, or the one above it that is nearest. */
function currentOf(items, path) {
  const [here] = path.split(/[?#]/);
  const above = items.filter(({ href }) => here === href || here.startsWith(`${href}/`));
  return above.toSorted((a, b) => b.href.length - a.href.length)[0];
}

function mark(link, isCurrent) {
  link.ariaCurrent = isCurrent ? "page" : null;
}
