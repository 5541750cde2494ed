import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import type { OverviewSection, TagGroup } from './read-reference.ts'

type ReferenceNavProps = {
  sections: readonly OverviewSection[]
  groups: readonly TagGroup[]
  /** Slug of the current tag; null on the overview. */
  current: string | null
}

const linkClass =
  'block rounded-md px-2 py-1 text-sm text-ink hover:bg-ink/7 aria-[current=page]:bg-accent-soft ' +
  'aria-[current=page]:font-medium aria-[current=page]:text-accent-text'

/** Navigation of the reference: overview sections, and tags with the operations of the current one. */
export function ReferenceNav({ sections, groups, current }: ReferenceNavProps) {
  return (
    <nav aria-label="Reference" className="flex flex-col gap-4">
      <div>
        <Link href="/reference" aria-current={current === null ? 'page' : undefined} className={linkClass}>
          Overview
        </Link>
        {current === null ? (
          <SubLinks links={sections.map(({ slug, title }) => ({ href: `#${slug}`, text: title }))} />
        ) : null}
      </div>
      {groups.map((group) => (
        <div key={group.name}>
          <p className="px-2 pb-1 text-xs font-medium text-muted">{group.name}</p>
          <ul>
            {group.tags.map((tag) => (
              <li key={tag.slug}>
                <Link
                  href={`/reference/${tag.slug}`}
                  aria-current={tag.slug === current ? 'page' : undefined}
                  className={linkClass}
                >
                  {tag.name}
                </Link>
                {tag.slug === current ? (
                  <SubLinks links={tag.operations.map(({ id, summary }) => ({ href: `#${id}`, text: summary }))} />
                ) : null}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function SubLinks({ links }: { links: readonly { href: string; text: string }[] }) {
  return (
    <ul className="my-1 ml-2 border-l border-line pl-1">
      {links.map(({ href, text }) => (
        <li key={href}>
          <a href={href} className={cx(linkClass, 'text-muted hover:text-ink')}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
