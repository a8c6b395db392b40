import type { NamedNextStep } from '#areas/dashboards/contract/next-steps.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'

/** A step in words: what is done, where, and what it costs. */
export function useNextStepText(): (step: NamedNextStep) => { readonly what: string; readonly where: string; readonly cost: string } {
  const words = useWords('dashboards')
  const format = useFormat()
  return ({ kind, about, perimeters, requirements, cost, days, owner, target_date }) => {
    const [first, ...others] = perimeters.map(({ name }) => name)
    const places = first === undefined ? '' : others.length > 2 ? words('next_steps.where', { first, count: others.length }) : [first, ...others].join(', ')
    const owned = kind === 'FINISH' && owner && target_date ? words('next_steps.owned', { name: owner.name, date: format.date(target_date) }) : ''
    return {
      what: kind === 'LINK' ? words('next_steps.what.LINK', { count: requirements }) : words(`next_steps.what.${kind}`, { name: about.name }),
      where: kind === 'LINK' ? `${about.name} · ${words('next_steps.matches')}` : [about.identifier, places, owned].filter(Boolean).join(' · '),
      cost: cost !== null ? format.keuro(Math.round(cost)) : days !== null ? format.days(Math.round(days)) : '—',
    }
  }
}
