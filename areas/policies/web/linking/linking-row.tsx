import { Check, ChevronRight, Undo2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import { toConfirm } from '#areas/policies/web/build-version-tree.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Check as Box } from '#kit/web/ui/check.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Confidence } from './confidence.tsx'
import css from './linking.module.css'
import type { LinkingLine } from './linking-rows.ts'
import type { LinkingScreen } from './use-linking-screen.ts'

type Group = Extract<LinkingLine, { kind: 'group' }>
type Requirement = Extract<LinkingLine, { kind: 'requirement' }>

/** A group, how much of it is linked, and its box, which takes all that is shown below it. */
export function GroupRow({ line, screen }: { readonly line: Group; readonly screen: LinkingScreen }) {
  const t = useWords('policies')
  const format = useFormat()
  const { row, linked, total, shown, level } = line
  const name = row.name ?? row.identifier ?? ''
  const isOpen = !screen.closed.has(row.id)
  const all = shown.every((id) => screen.selected.has(id))
  return (
    <>
      <Row role="gridcell">
        <Box
          tabIndex={-1}
          aria-label={t('linking.select', { name })}
          checked={all}
          indeterminate={!all && shown.some((id) => screen.selected.has(id))}
          onChange={() => screen.select(shown, !all)}
        />
      </Row>
      <div role="gridcell" className={css.groupName} style={{ '--level': level } as CSSProperties}>
        <button
          type="button"
          tabIndex={-1}
          data-open={isOpen || undefined}
          aria-label={t(isOpen ? 'tree.collapse' : 'tree.expand', { name })}
          onClick={() => screen.toggleGroup(row.id)}
        >
          <ChevronRight size={14} aria-hidden />
        </button>
        {row.identifier && row.identifier !== row.name ? <span className={css.identifier}>{row.identifier}</span> : null}
        <b className={css.clip} title={name}>
          {name}
        </b>
      </div>
      <div role="gridcell" className={css.share}>
        <svg className={css.meter} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
          <rect width="100" height="4" />
          <rect width={total === 0 ? 0 : (100 * linked) / total} height="4" />
        </svg>
        {t('linking.group_progress', { linked: format.number(linked), count: format.number(total) })}
      </div>
    </>
  )
}

/** A requirement that is not open: its model, or the best that is suggested, why, and what one press does. */
export function RequirementRow({ line: { row, level }, screen }: { readonly line: Requirement; readonly screen: LinkingScreen }) {
  const t = useWords('policies')
  const name = row.name ?? row.identifier ?? ''
  const failure = screen.linking.failures.get(row.id)
  return (
    <>
      <Row role="gridcell">
        <Box
          tabIndex={-1}
          aria-label={t('linking.select', { name: row.identifier ?? name })}
          checked={screen.selected.has(row.id)}
          onChange={(event) => screen.select([row.id], event.currentTarget.checked)}
        />
      </Row>
      <div role="gridcell" className={css.requirement} style={{ '--level': level } as CSSProperties}>
        {row.identifier && row.identifier !== row.name ? <span className={css.identifier}>{row.identifier}</span> : null}
        <span className={css.clip} title={name}>
          {name}
        </span>
      </div>
      <Answer line={row} screen={screen} />
      {failure ? (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      ) : null}
    </>
  )
}

function Answer({ line: row, screen }: { readonly line: Requirement['row']; readonly screen: LinkingScreen }) {
  const t = useWords('policies')
  const format = useFormat()
  const { linking, suggestions } = screen
  const outcome = linking.kept.get(row.id)
  const best = suggestions.first.get(row.id)
  const model = best && suggestions.models.get(best.solution)
  const shown = outcome && outcome.models.length > 0 ? outcome.models : row.solutions
  const stop = (work: () => void) => (event: { stopPropagation: () => void }) => {
    event.stopPropagation()
    work()
  }
  if (outcome || row.solutions.length > 0) {
    const waiting = toConfirm(row) > 0 && outcome?.state !== 'confirmed'
    const by = suggestions.data?.waiting.find(({ control }) => control === row.id)
    const why = waiting ? suggestions.byControl.get(row.id)?.find(({ solution }) => row.solutions.some(({ id }) => id === solution)) : undefined
    const day = by ? format.date(by.at.slice(0, 10)) : ''
    return (
      <>
        <div role="gridcell" className={css.answer}>
          <span
            className={css.pill}
            data-now={outcome ? true : undefined}
            data-waiting={waiting || undefined}
            title={shown.map((each) => `${each.identifier} ${each.name ?? ''} · ${format.percent(each.share)}`).join('\n')}
          >
            {outcome && !waiting ? <Check size={13} aria-hidden /> : null}
            <span className={css.identifier}>{shown[0]?.identifier}</span>
            <span className={css.clip}>{shown[0]?.name}</span>
            {shown.length > 1 ? <span>+{shown.length - 1}</span> : null}
          </span>
        </div>
        <div role="gridcell" className={css.why}>
          {outcome?.state === 'saving' ? (
            t('linking.saving')
          ) : outcome?.state === 'confirmed' ? (
            t('linking.confirmed_now')
          ) : outcome?.state === 'accepted' ? (
            t('linking.accepted_now')
          ) : outcome ? (
            shown.length === 1 ? (
              t('linking.linked_now', { share: String(shown[0]?.share ?? 100) })
            ) : (
              t('linking.linked_several')
            )
          ) : waiting && why ? (
            <Confidence of={why} />
          ) : waiting && by ? (
            by.by ? (
              t('linking.accepted_by', { name: by.by, day })
            ) : (
              t('linking.accepted_on', { day })
            )
          ) : null}
        </div>
        <div role="gridcell" className={css.verb}>
          {outcome?.edit ? (
            <button type="button" tabIndex={-1} onClick={stop(() => void linking.undo({ edit: outcome.edit ?? '', controls: [row.id] }))}>
              <Undo2 size={13} aria-hidden /> {t('linking.undo')}
            </button>
          ) : waiting ? (
            <button
              type="button"
              tabIndex={-1}
              data-tooltip={by?.by ? t('linking.accepted_by', { name: by.by, day }) : undefined}
              onClick={stop(() => void screen.confirmLinks([row.id]))}
            >
              {t('linking.confirm')}
            </button>
          ) : null}
        </div>
      </>
    )
  }
  return (
    <>
      <div role="gridcell" className={css.answer}>
        {model ? (
          <span className={css.pill} data-suggested title={model.name ?? ''}>
            <span className={css.identifier}>{model.identifier}</span>
            <span className={css.clip}>{model.name}</span>
            {model.measures > 0 ? <span className={css.measures}>{t('linking.measures', { count: model.measures })}</span> : null}
          </span>
        ) : suggestions.isPending ? null : (
          <Text size={12} tone="quiet">
            {t('linking.none')}
          </Text>
        )}
      </div>
      <div role="gridcell" className={css.why}>
        {best ? <Confidence of={best} /> : null}
      </div>
      <div role="gridcell" className={css.verb}>
        {best ? (
          <button type="button" tabIndex={-1} onClick={stop(() => screen.acceptFirst(row))}>
            {t('linking.link')}
          </button>
        ) : (
          <button type="button" tabIndex={-1} data-quiet onClick={() => screen.show(row)}>
            {t('linking.find')}
          </button>
        )}
      </div>
    </>
  )
}
