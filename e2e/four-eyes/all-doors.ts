import { actionDoors } from './doors-of-action.ts'
import { changeDoors } from './doors-of-change.ts'
import { reviewDoors } from './doors-of-review.ts'
import type { Door } from './stage.ts'

const allDoors = { ...reviewDoors, ...changeDoors, ...actionDoors }
export type DoorName = keyof typeof allDoors
export const doors: Readonly<Record<DoorName, Door>> = allDoors
export const doorNames = Object.keys(doors) as DoorName[]
