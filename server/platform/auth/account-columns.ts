import { accounts } from '#server/schema/access.ts'

/** The columns of an account under the names of the contract, without password and session version. */
export const accountColumns = {
  id: accounts.id,
  email: accounts.email,
  name: accounts.name,
  role: accounts.role,
  is_disabled: accounts.isDisabled,
  created_at: accounts.createdAt,
  updated_at: accounts.updatedAt,
}
