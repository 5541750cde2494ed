/** Text with code between backticks. */
export function InlineCode({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text keep their order
      <Code key={index}>{part}</Code>
    ),
  )
}

export function Code({ children }: { children: string }) {
  return <code className="rounded-sm bg-sunken px-1 py-px font-mono text-[0.92em] break-words">{children}</code>
}
