import { Link } from '#components/ui/link.tsx'
import { Markdown } from '#components/ui/text/markdown.tsx'
import type { OverviewSection, TagGroup } from './read-operation.ts'
import { MethodBadge, PathText } from './text-parts.tsx'

/** The rules that apply to all operations, one section for each topic. */
export function Overview({ sections }: { sections: readonly OverviewSection[] }) {
  return sections.map(({ slug, title, text }) => (
    <section key={slug} aria-labelledby={slug} className="border-t border-line py-6">
      <h2 id={slug} className="mb-3 scroll-mt-16 text-lg font-semibold tracking-tight">
        <a href={`#${slug}`} className="rounded-sm hover:underline">
          {title}
        </a>
      </h2>
      <Markdown>{text}</Markdown>
    </section>
  ))
}

/** All operations, each with a link to its description. */
export function OperationIndex({ groups }: { groups: readonly TagGroup[] }) {
  const tags = groups.flatMap((group) => group.tags)
  return (
    <section aria-labelledby="operations" className="py-6">
      <h2 id="operations" className="mb-3 scroll-mt-16 text-lg font-semibold tracking-tight">
        Operations
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {tags.flatMap((tag) =>
          tag.operations.map(({ id, method, path, summary }) => (
            <li
              key={id}
              id={id}
              className="grid scroll-mt-16 gap-x-4 gap-y-0.5 py-1.5 text-sm md:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]"
            >
              <span className="flex items-start gap-2">
                <MethodBadge method={method} />
                <PathText path={path} />
              </span>
              <span>
                <Link href={`/reference/${tag.slug}#${id}`} className="link">
                  {summary}
                </Link>
              </span>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}
