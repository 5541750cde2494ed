import type { Attack } from './attack.ts'
import * as byEvents from './attacks-by-events.ts'
import * as byImports from './attacks-by-imports.ts'
import * as byPages from './attacks-by-pages.ts'

/** Every attack: all exports of these files. */
export const allAttacks: readonly Attack[] = [byPages, byImports, byEvents].flatMap((attacks) => Object.values(attacks))
