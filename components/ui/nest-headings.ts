type Node = { type: string; tagName?: string; children?: Node[] }

/**
 * A rehype plugin: headings begin one level below the heading that the text stands under, and leave no level out,
 * whatever levels the text was written with.
 */
export const nestHeadings =
  ({ under }: { under: number }) =>
  (tree: Node) =>
    nestWithin(tree, [], under)

/** `open` holds the levels, as written, of the headings that the text at hand stands under. */
function nestWithin(node: Node, open: number[], under: number): void {
  const level = Number(/^h([1-6])$/.exec(node.tagName ?? '')?.[1] ?? 0)
  if (level > 0) {
    while ((open.at(-1) ?? 0) >= level) open.pop()
    open.push(level)
    node.tagName = `h${Math.min(6, open.length + under)}`
  }
  for (const child of node.children ?? []) nestWithin(child, open, under)
}
