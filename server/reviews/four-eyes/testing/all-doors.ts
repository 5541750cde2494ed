import { actionDoors } from './doors-of-action.ts'
import { changeDoors } from './doors-of-change.ts'
import { otherDoors } from './doors-of-other-records.ts'
import { policyDoors } from './doors-of-policy.ts'
import { reviewDoors } from './doors-of-review.ts'
import type { Door } from './stage.ts'

const allDoors = { ...reviewDoors, ...changeDoors, ...actionDoors, ...otherDoors, ...policyDoors }
export type DoorName = keyof typeof allDoors
export const doors: Readonly<Record<DoorName, Door>> = allDoors
export const policyDoorNames: readonly string[] = Object.keys(policyDoors)
export const doorNames = Object.keys(doors) as DoorName[]
