export const userMenuId = 'user-menu'

export const signOutFormId = 'sign-out'

/** Classes of an entry of the user menu: a button or a link with an icon and a label. */
export const userMenuItemClass =
  'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-ink/7 [&>svg]:size-4 [&>svg]:text-muted'
