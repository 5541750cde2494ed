// zod tries whether it may evaluate code; the content security policy refuses that and would report it of every form.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// A translator of the browser puts text nodes into elements of its own, or replaces them. React would stop the page where
// it removes such a node, or inserts another one before it.
const { removeChild, insertBefore } = Node.prototype

/** Finds a node among the children of a parent, or the element that a translator put around it. */
function findChild(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode?.nodeName === 'FONT' ? child.parentNode : null
  return child
}

Node.prototype.removeChild = function <Child extends Node>(this: Node, node: Child): Child {
  const child = findChild(this, node)
  if (child) removeChild.call(this, child)
  return node
}

Node.prototype.insertBefore = function <Inserted extends Node>(
  this: Node,
  node: Inserted,
  next: Node | null,
): Inserted {
  insertBefore.call(this, node, next && findChild(this, next))
  return node
}
