import { apiTokens } from '#server/schema/access.ts'

/** The columns of a token under the names of the contract, without its hash. */
export const tokenColumns = {
  id: apiTokens.id,
  name: apiTokens.name,
  system: apiTokens.system,
  scope: apiTokens.scope,
  role: apiTokens.role,
  hint: apiTokens.hint,
  created_by: apiTokens.createdBy,
  created_at: apiTokens.createdAt,
  expires_at: apiTokens.expiresAt,
  last_used_at: apiTokens.lastUsedAt,
  revoked_at: apiTokens.revokedAt,
}
