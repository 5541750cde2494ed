/** What the first page parts what is owed into, in its order. */
export const worklistSections = ['mine', 'overdue', 'unassigned', 'due_this_week', 'sign_off'] as const
export type WorklistSection = (typeof worklistSections)[number]
