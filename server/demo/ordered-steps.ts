/** A plan of numbered steps with an owner and a length in minutes, one of the shapes in which plans are written. */
export const orderedSteps = (steps: readonly (readonly [action: string, owner: string, minutes: number])[]) => ({
  steps: steps.map(([action, owner, minutes], index) => ({
    order: index + 1,
    action,
    owner,
    duration_minutes: minutes,
  })),
})
