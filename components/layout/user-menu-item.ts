export const userMenuId = 'user-menu'

export const signOutFormId = 'sign-out'
