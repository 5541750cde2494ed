/** Strokes that the longest shortcut has. */
const longest = 2

/** Runs as it stands in the page. Ctrl with K is taken from the browser, which would go to its own search. */
const keepKeys = `
earlyKeys = [];
onkeydown = function (event) {
  var isCommand = event.ctrlKey || event.metaKey;
  if (!isCommand && event.target.closest("input, textarea, select")) return;
  earlyKeys = earlyKeys.concat(event).slice(-${longest});
  if (isCommand && event.key === "k") event.preventDefault();
}`

/** Keeps the last keys that are pressed while the script of the page is on its way, but for what is typed into a field. */
export const EarlyKeys = ({ nonce }: { nonce: string | undefined }) => (
  <script nonce={nonce} suppressHydrationWarning>
    {keepKeys}
  </script>
)
