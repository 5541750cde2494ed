export const tabBarClass = 'relative flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line'

/** The chosen one has `aria-selected` or `aria-current`. */
export const tabClass =
  'relative inline-flex h-9 shrink-0 items-center gap-1.5 rounded-t-md px-2.5 text-sm font-medium text-muted ' +
  'hover:text-ink focus-visible:-outline-offset-2 ' +
  'aria-selected:text-ink aria-[current=page]:text-ink ' +
  'after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent ' +
  'aria-selected:after:bg-accent aria-[current=page]:after:bg-accent'
