type PatchOf<Whole> = { readonly [Key in keyof Whole]?: Whole[Key] | undefined }

/** A record with the members of a patch; members that are missing or undefined in the patch stay. */
export function patched<Whole extends object>(record: Whole, patch: PatchOf<Whole>): Whole {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  return { ...record, ...Object.fromEntries(given) }
}
