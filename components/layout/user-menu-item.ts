/** The id of the user menu, for what closes it. */
export const userMenuId = 'user-menu'

/** An entry of the user menu: a button or a link with an icon and words. */
export const userMenuItemClass =
  'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-ink/7 [&>svg]:size-4 [&>svg]:text-muted'
