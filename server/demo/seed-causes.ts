import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/client.ts'

/** Marks the incidents that the reviews of the demo confirmed, as saving their decisions would. */
export async function seedDemoCauses(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update incidents set caused_by_change = reviews.change_number,
      updated_at = greatest(incidents.updated_at, steps.saved_at)
    from review_steps steps join reviews using (reference)
      cross join lateral json_array_elements(steps.form -> 'decisions') decision
    where reviews.origin = 'demo' and steps.step = 'incidents' and decision ->> 'decision' = 'confirmed'
      and incidents.number = decision ->> 'incident' and incidents.origin = 'demo'`)
}
