import { Fragment } from 'react'

/** A path with highlighted parameters; it may wrap after each slash. */
export function PathText({ path }: { path: string }) {
  const segments = path.split('/').slice(1)
  return (
    <code className="font-mono break-words">
      {segments.map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a path keep their order
        <Fragment key={index}>
          /<wbr />
          {segment.startsWith('{') ? <span className="text-accent-text">{segment}</span> : segment}
        </Fragment>
      ))}
    </code>
  )
}
