import { useState } from 'react'
import type { answerBenefit, setBeneficiaries } from '#areas/measures/contract/calls.ts'
import { measure } from '#areas/measures/contract/measure.ts'
import { links } from '#kit/contract/field.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { LinksInput } from '#kit/web/kinds/kinds.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { attempt } from './measure-actions.ts'
import css from './measures.module.css'
import type { Measure } from './presentation.tsx'

const somePerimeters = links('perimeter')

/** Whom a measure serves besides its own perimeter: offered by whoever operates it, accepted by whoever manages the other perimeter. */
export function BeneficiariesTab({ row }: { readonly row: Measure }) {
  const t = useWords('measures')
  const kit = useWords('kit')
  const contextOf = useFieldContexts(measure)
  const asOf = useAsOf()
  const mayDecide = useRight('measure.write') && !asOf
  const [wanted, setWanted] = useState<readonly Reference[]>()
  const [self, setSelf] = useState(row.serves_self)
  const beneficiaries = row.beneficiaries ?? []
  const chosen = wanted ?? beneficiaries.map(({ id, name }) => ({ id, name }))
  const changed = wanted !== undefined || self !== row.serves_self

  const run = async (send: Parameters<typeof attempt>[0], message?: string) => {
    const refused = await attempt(send)
    if (refused) toast.error(refused)
    else if (message) toast.success(message)
    return refused === undefined
  }
  const answer = (perimeter: number, accepted: boolean) =>
    run(
      async () => {
        await api.call<typeof answerBenefit>('POST /measure/{id}/benefit', {
          params: { id: row.id },
          body: { perimeter, accepted },
        })
        return {}
      },
      t(accepted ? 'beneficiaries.benefit_accepted' : 'beneficiaries.declined'),
    )
  const save = async () => {
    const lost = beneficiaries.filter(({ id, accepted }) => accepted && !chosen.some((one) => one.id === id))
    const message = t('consequences.beneficiaries', { count: lost.length, names: lost.map(({ name }) => name).join(', ') })
    if (lost.length > 0 && !(await confirm({ title: t('do.add_beneficiaries'), message, confirm: kit('actions.save'), danger: true }))) return
    const done = await run(() =>
      api.call<typeof setBeneficiaries>('PUT /measure/{id}/beneficiaries', {
        params: { id: row.id },
        body: { perimeters: chosen.map(({ id }) => id), serves_self: self },
      }),
    )
    if (done) setWanted(undefined)
  }

  return (
    <div className={css.tab}>
      {beneficiaries.length === 0 ? <p>{t('beneficiaries.none')}</p> : null}
      <ul className={css.lines}>
        {beneficiaries.map((one) => (
          <Row as="li" align="center" gap={8} padY={4} edge="soft-below" key={one.id}>
            <span>{one.name}</span>
            {one.accepted ? (
              <StatusBadge {...looks.done}>{t('beneficiaries.accepted')}</StatusBadge>
            ) : (
              <StatusBadge {...looks.awaited}>{t('status.offered')}</StatusBadge>
            )}
            {mayDecide && !one.accepted && !one.hidden ? (
              <>
                <Button size="sm" onClick={() => void answer(one.id, true)}>
                  {t('dialogs.accept')}
                </Button>
                <Button size="sm" variant="subtle" onClick={() => void answer(one.id, false)}>
                  {t('dialogs.decline')}
                </Button>
              </>
            ) : null}
          </Row>
        ))}
      </ul>
      {beneficiaries.some(({ accepted }) => !accepted) ? <p>{t('beneficiaries.offered')}</p> : null}
      {row.edit_right ? (
        <>
          <LinksInput
            context={{ ...contextOf('perimeter'), field: somePerimeters }}
            label={t('beneficiaries.perimeters')}
            help={undefined}
            error={undefined}
            required={false}
            disabled={false}
            onBlur={() => undefined}
            value={chosen}
            onChange={(next: readonly Reference[]) => setWanted(next)}
          />
          <Checkbox label={t('beneficiaries.serves_self')} checked={self} onChange={(event) => setSelf(event.target.checked)} />
          <div>
            <Button variant="primary" disabled={!changed} onClick={() => void save()}>
              {t('do.add_beneficiaries')}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  )
}
