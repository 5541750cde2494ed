import { CopyButton } from '#components/ui/text/copy-button.tsx'

type CodeBlockProps = {
  text: string
  /** Object of the copy button, such as "the curl command". */
  what: string
  title: string
}

/** Code with a title and a copy button. */
export function CodeBlock({ text, what, title }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex items-center justify-between gap-2 border-b border-line py-0.5 pr-1 pl-3 text-xs font-medium text-muted">
        {title}
        <CopyButton value={text} what={what} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto bg-sunken/60 px-3 py-2 font-mono text-xs leading-5 focus-visible:-outline-offset-2"
      >
        <code>{text}</code>
      </pre>
    </figure>
  )
}
