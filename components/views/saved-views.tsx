'use client'

import { Bookmark, ChevronDown, Plus, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { useWrite } from '#components/ui/overlay/confirm-write.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import type { SavedView } from '#lib/contracts/app/search.ts'
import { createSavedView, deleteSavedView } from '#lib/contracts/routes.ts'

// Loaded when it opens: the form would add 16 kB to every list.
const SaveViewDialog = dynamic(() => import('./save-view-dialog.tsx').then((part) => part.SaveViewDialog), {
  loading: () => null,
})

type SavedViewsProps = {
  page: SavedView['page']
  views: readonly SavedView[]
  /** Current URL of the list page without its page number: `/changes?query=…`. */
  href: string
  /** Ids of the chosen columns, stored with a view; null for the default. */
  columns: string | null
  mayDeleteAll: boolean
}

export function SavedViews({ page, views, href, columns, mayDeleteAll }: SavedViewsProps) {
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [path = '', search = ''] = href.split('?')
  const whole =
    columns === null ? search : `${new URLSearchParams([...new URLSearchParams(search), ['columns', columns]])}`
  const current = views.find(
    (view) => view.search !== '' && [search, whole].some((one) => sortSearch(view.search) === sortSearch(one)),
  )
  const groups = [
    { heading: 'Mine', views: views.filter((view) => view.is_mine) },
    { heading: 'Shared by others', views: views.filter((view) => !view.is_mine) },
  ]
  const save = () => {
    setOpen(false)
    setSaving(true)
  }
  return (
    <>
      <Popover
        label="Saved views"
        align="end"
        open={isOpen}
        onOpenChange={setOpen}
        className="w-80"
        trigger={
          <Button icon={<Bookmark aria-hidden="true" />}>
            <span className="max-w-48 truncate max-sm:sr-only">{current?.name ?? 'Views'}</span>
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        <div className="flex flex-col gap-2">
          {views.length === 0 ? (
            <p className="text-muted">No views yet. Filter and sort the list, then save it here.</p>
          ) : null}
          {groups.map((group) =>
            group.views.length === 0 ? null : (
              <section key={group.heading} aria-label={group.heading}>
                <h2 className="px-1 pb-0.5 text-xs text-muted">{group.heading}</h2>
                <ul>
                  {group.views.map((view) => (
                    <ViewRow
                      key={view.id}
                      view={view}
                      href={view.search ? `${path}?${view.search}` : path}
                      isCurrent={view.id === current?.id}
                      mayDelete={view.is_mine || mayDeleteAll}
                      onChoose={() => setOpen(false)}
                    />
                  ))}
                </ul>
              </section>
            ),
          )}
          <Button icon={<Plus aria-hidden="true" />} onClick={save}>
            Save this view
          </Button>
        </div>
      </Popover>
      {isSaving ? <SaveViewDialog page={page} search={whole} onClose={() => setSaving(false)} /> : null}
    </>
  )
}

/** Sorts the parameters of a query string, because their order does not matter. */
function sortSearch(search: string): string {
  const params = new URLSearchParams(search)
  params.sort()
  return params.toString()
}

type ViewRowProps = { view: SavedView; href: string; isCurrent: boolean; mayDelete: boolean; onChoose: () => void }

function ViewRow({ view, href, isCurrent, mayDelete, onChoose }: ViewRowProps) {
  const { page, name, search, is_shared, is_mine } = view
  const restore = useWrite({ route: createSavedView, input: { body: { page, name, search, is_shared } } })
  const remove = useWrite({
    route: deleteSavedView,
    input: { params: { id: view.id } },
    done: {
      title: `View “${name}” deleted`,
      action: is_mine ? { label: 'Undo', run: () => restore.run() } : undefined,
    },
  })
  return (
    <li className="flex items-center gap-1">
      <Link
        href={href}
        onClick={onChoose}
        aria-current={isCurrent ? 'true' : undefined}
        className={cx(
          'flex min-h-8 min-w-0 flex-1 items-baseline gap-2 rounded-md px-2 py-1 hover:bg-ink/7',
          isCurrent && 'bg-accent-soft text-accent-text',
        )}
      >
        <span className="min-w-0 truncate font-medium">{name}</span>
        <span className="shrink-0 text-xs text-muted">{is_mine ? is_shared && 'shared' : view.owner_name}</span>
      </Link>
      {mayDelete ? (
        <IconButton
          label={`Delete the view ${name}`}
          size="sm"
          icon={<Trash2 aria-hidden="true" />}
          busy={remove.isPending}
          onClick={() => remove.run()}
        />
      ) : null}
    </li>
  )
}
