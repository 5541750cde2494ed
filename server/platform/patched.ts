type PatchOf<Whole> = { readonly [Key in keyof Whole]?: Whole[Key] | undefined }

/** A record with the members of a patch in place of its own; what the patch leaves out or undefined stays. */
export function patched<Whole extends object>(record: Whole, patch: PatchOf<Whole>): Whole {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  return { ...record, ...Object.fromEntries(given) }
}
