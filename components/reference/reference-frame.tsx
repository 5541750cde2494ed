import { FileJson } from 'lucide-react'
import type { ReactNode } from 'react'
import { SkipLink } from '#components/layout/skip-link.tsx'
import { Wordmark } from '#components/layout/wordmark.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { ThemeToggle } from '#components/ui/theme-toggle.tsx'
import type { OverviewSection, TagGroup } from './read-operation.ts'

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
function ReferenceNav({ sections, groups, current }: ReferenceNavProps) {
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

type ReferenceFrameProps = {
  sections: readonly OverviewSection[]
  groups: readonly TagGroup[]
  current: string | null
  children: ReactNode
}

/** Header, navigation and content of the reference pages. */
export function ReferenceFrame({ sections, groups, current, children }: ReferenceFrameProps) {
  const nav = <ReferenceNav sections={sections} groups={groups} current={current} />
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-12 items-center gap-3 border-b border-line bg-surface px-3 md:px-5 print:hidden">
        <Link href="/" aria-label="Hindsight, start page" className="rounded-sm">
          <Wordmark />
        </Link>
        <Link href="/reference" className="rounded-sm text-sm text-muted hover:text-ink max-sm:hidden">
          API reference
        </Link>
        <div className="flex-1" />
        <a
          href="/api/openapi.json"
          className="flex items-center gap-1.5 rounded-md px-2 py-1 text-sm hover:bg-ink/7 [&_svg]:size-4"
        >
          <FileJson />
          OpenAPI
        </a>
        <ThemeToggle />
      </header>
      <div className="mx-auto flex w-full max-w-page">
        <aside className="sticky top-12 h-[calc(100dvh-3rem)] w-60 shrink-0 overflow-y-auto border-r border-line px-3 py-4 max-lg:hidden print:hidden">
          {nav}
        </aside>
        <div className="min-w-0 flex-1">
          <details className="border-b border-line bg-surface px-3 py-2 md:px-5 lg:hidden print:hidden">
            <summary className="rounded-sm text-sm font-medium">Contents</summary>
            <div className="pt-3 pb-1">{nav}</div>
          </details>
          <main id="content" tabIndex={-1} className="px-3 py-5 outline-none md:px-5 lg:px-8">
            {children}
          </main>
        </div>
      </div>
    </>
  )
}
