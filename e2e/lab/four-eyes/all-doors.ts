import { actionDoors } from './doors-of-action.ts'
import { changeDoors } from './doors-of-change.ts'
import { policyDoors } from './doors-of-policy.ts'
import { reviewDoors } from './doors-of-review.ts'
import type { Door } from './stage.ts'

const allDoors = { ...reviewDoors, ...changeDoors, ...actionDoors, ...policyDoors }
export type DoorName = keyof typeof allDoors
export const doors: Readonly<Record<DoorName, Door>> = allDoors
export const policyDoorNames: readonly string[] = Object.keys(policyDoors)
export const doorNames = Object.keys(doors) as DoorName[]
