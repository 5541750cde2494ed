/** What of an improvement can be changed where it stands. */
export type EditableField = 'owner' | 'target_date'

/** Someone to suggest as the owner. */
export type Person = { readonly name: string; readonly email: string }
