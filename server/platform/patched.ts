/** Some members of a record. */
export type PatchOf<Whole> = { readonly [Key in keyof Whole]?: Whole[Key] | undefined }

/** A record with the members of a patch; absent or undefined ones stay unchanged. */
export function applyPatch<Whole extends object>(record: Whole, patch: PatchOf<Whole>): Whole {
  const members = Object.entries(patch).filter(([, value]) => value !== undefined)
  return { ...record, ...Object.fromEntries(members) }
}
