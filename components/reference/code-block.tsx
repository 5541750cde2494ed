import { CopyButton } from '#components/ui/copy-button.tsx'

type CodeBlockProps = {
  text: string
  /** What it is, as the name of the block and for the button: "the curl line". */
  what: string
  title: string
}

/** A piece of code with its title and a button that copies it. */
export function CodeBlock({ text, what, title }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex items-center justify-between gap-2 border-b border-line py-0.5 pr-1 pl-3 text-xs font-medium text-muted">
        {title}
        <CopyButton value={text} what={what} />
      </figcaption>
      <CodeText text={text} />
    </figure>
  )
}

/** Code that scrolls within its place. */
export function CodeText({ text }: { text: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto bg-sunken/60 px-3 py-2 font-mono text-xs leading-5 focus-visible:-outline-offset-2"
    >
      <code>{text}</code>
    </pre>
  )
}
