import type { Happening } from './happening.ts'
import { inBoth, type Site } from './site.ts'

/** When the organisation said who is what, and whom to call: after most of what stands in it had found its manager. */
const said = -2

/** Functions with their holders, the contacts that name them, and who is away soon. */
export function functionsOf(site: Site): Happening[] {
  const { jobFunctions = [], contacts = [], absences = [] } = site.content
  const one = (run: Happening['run']): Happening => ({ day: said, what: 'discuss', by: site.pilot, run })
  return [
    ...jobFunctions.map(({ key, name, description, holders, isDefaultManager }) =>
      one((session) =>
        session.create('job_function', key, {
          ...inBoth('name', name),
          ...inBoth('description', description),
          is_default_manager: isDefaultManager ?? false,
          holders: holders.map(([perimeter, person]) => ({ perimeter: site.id('perimeter', perimeter), member: site.id('member', person) })),
        }),
      ),
    ),
    ...contacts.map(({ name, email = null, phone, jobFunction, perimeters, order, notes }) =>
      one((session) =>
        session.create('contact', null, {
          name: typeof name === 'string' ? name : site.translate(name),
          email,
          phone,
          job_function: site.id('job_function', jobFunction),
          perimeters: perimeters.map((place) => site.id('perimeter', place)),
          contact_order: order,
          ...(notes && { notes: site.translate(notes) }),
        }),
      ),
    ),
    ...absences.map(({ person, standIn, days: [first, last] }) =>
      one((session) =>
        session.create('absence', person, {
          member: site.id('member', person),
          stand_in: site.id('member', standIn),
          first_day: site.dateAt(first),
          last_day: site.dateAt(last),
        }),
      ),
    ),
  ]
}
