import type { Role } from '#lib/contracts/endpoint.ts'
import { type ImportKind, importKinds } from '#lib/contracts/import-values.ts'

/** Lists the kinds of records that a role may import. Only an admin adds accounts. */
export const listImportableKinds = (role: Role): readonly ImportKind[] =>
  role === 'admin' ? importKinds : importKinds.filter((kind) => kind !== 'accounts')
