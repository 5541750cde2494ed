'use client'

import { Bookmark, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import type { LayoutQuery } from '#lib/api/layout-query.ts'
import type { SavedView } from '#lib/contracts/app/saved-views.ts'
import { isSameSearch } from './same-search.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { ViewList } from './view-list.tsx'

type SavedViewsProps = {
  page: SavedView['page']
  views: readonly SavedView[]
  /** Current URL of the list page without its page number: `/changes?query=…`. */
  href: string
  /** Columns and density of the list, stored with a view; null for the default. */
  layout?: LayoutQuery | null
  /** True if the person may delete shared views of others. */
  mayDeleteAll?: boolean
}

/** Menu with a list page's saved views, own and shared, and an entry that saves the current one. */
export function SavedViews({ page, views, href, layout = null, mayDeleteAll = false }: SavedViewsProps) {
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [path = '', search = ''] = href.split('?')
  const whole = layout ? addLayout(search, layout) : search
  const current = views.find(
    (view) => view.search !== '' && [search, whole].some((one) => isSameSearch(view.search, one)),
  )
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
        <ViewList
          path={path}
          views={views}
          current={current?.id}
          mayDeleteAll={mayDeleteAll}
          onChoose={() => setOpen(false)}
          onSave={save}
        />
      </Popover>
      {isSaving ? <SaveViewDialog page={page} search={whole} onClose={() => setSaving(false)} /> : null}
    </>
  )
}

/** Adds the columns and density of the list to a query string. */
function addLayout(search: string, layout: LayoutQuery): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(layout)) if (value !== undefined) params.set(name, value)
  return params.toString()
}
