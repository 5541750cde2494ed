import type { RegisterReader } from '#lib/api/improvement-register.ts'
import type { RegisterQuery } from '#lib/api/improvement-register-query.ts'

export type RegisterProps = { query: RegisterQuery; reader: RegisterReader; canWrite: boolean }

/** Fields that can be edited in place. */
export type EditableField = 'owner' | 'target_date'
