import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { kinds } from '#kit/web/kinds/kinds.ts'
import css from './record-panel.module.css'
import { fieldOf, useFieldContexts } from './entity-columns.tsx'
import { changedKeys, fieldOfKey, valuesOf } from './form-values.ts'
import type { EntityFormState } from './use-entity-form.ts'

/** The button that was pressed may stand far below. */
const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Someone else saved first: both values side by side, and the person's choice. */
export function StaleNotice({ state }: { readonly state: EntityFormState }) {
  const t = useWords('kit')
  const { entity, row, stale, form, settle } = state
  const contextOf = useFieldContexts(entity)
  if (!stale || !row) return null
  const mine = form.getValues()
  const theirs = valuesOf(entity, stale)
  const keys = changedKeys(mine, valuesOf(entity, row))
  return (
    <div ref={intoSight} role="alert" className={css.stale}>
      <p>{t('errors.stale')}</p>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('record.yours')}</th>
            <th scope="col">{t('record.now')}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => {
            const name = fieldOfKey(entity, key) ?? key
            const textOf = kinds[fieldOf(entity, name).kind].text(contextOf(name))
            return (
              <tr key={key}>
                <th scope="row">{contextOf(name).words.field(name)}</th>
                <td>{textOf(mine[key]) || '—'}</td>
                <td>{textOf(theirs[key]) || '—'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <Button size="sm" onClick={() => settle('theirs')}>
        {t('record.keep_theirs')}
      </Button>
      <Button size="sm" variant="primary" onClick={() => settle('mine')}>
        {t('record.keep_yours')}
      </Button>
    </div>
  )
}
