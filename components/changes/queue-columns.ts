/** Hides a column of the queue, but not its line on a card, until the window is wide enough for it. */
export const columnClass = {
  risk: 'min-[60rem]:max-[90rem]:hidden',
  why: 'min-[60rem]:max-xl:hidden',
  ended: 'min-[60rem]:max-[90rem]:hidden',
  services: 'min-[60rem]:max-2xl:hidden',
  implementer: 'min-[60rem]:max-[110rem]:hidden',
} as const
