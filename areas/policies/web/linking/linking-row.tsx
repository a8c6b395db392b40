import { Check, ChevronRight, Undo2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import { toConfirm } from '#areas/policies/web/build-version-tree.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Check as CheckBox } from '#kit/web/ui/check.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
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
        <CheckBox
          tabIndex={-1}
          aria-label={t('linking.select', { name })}
          checked={all}
          indeterminate={!all && shown.some((id) => screen.selected.has(id))}
          onChange={() => screen.select(shown, !all)}
        />
      </Row>
      <Row role="gridcell" align="center" gap={8} narrows className={css.groupName} style={{ '--level': level } as CSSProperties}>
        <Grid
          as="button"
          centered
          rigid
          tone="quiet"
          type="button"
          tabIndex={-1}
          data-open={isOpen || undefined}
          aria-label={t(isOpen ? 'tree.collapse' : 'tree.expand', { name })}
          onClick={() => screen.toggleGroup(row.id)}
        >
          <ChevronRight size={14} aria-hidden />
        </Grid>
        {row.identifier && row.identifier !== row.name ? <span className={css.identifier}>{row.identifier}</span> : null}
        <Text as="b" cut narrows title={name}>
          {name}
        </Text>
      </Row>
      <Row role="gridcell" align="center" spread="last" gap={10} tone="quiet" size={12} figures className={css.share}>
        <svg className={css.meter} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
          <rect width="100" height="4" />
          <rect width={total === 0 ? 0 : (100 * linked) / total} height="4" />
        </svg>
        {t('linking.group_progress', { linked: format.number(linked), count: format.number(total) })}
      </Row>
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
        <CheckBox
          tabIndex={-1}
          aria-label={t('linking.select', { name: row.identifier ?? name })}
          checked={screen.selected.has(row.id)}
          onChange={(event) => screen.select([row.id], event.currentTarget.checked)}
        />
      </Row>
      <Row role="gridcell" align="center" gap={8} narrows className={css.requirement} style={{ '--level': level } as CSSProperties}>
        {row.identifier && row.identifier !== row.name ? <span className={css.identifier}>{row.identifier}</span> : null}
        <Text cut narrows title={name}>
          {name}
        </Text>
      </Row>
      <Answer line={row} screen={screen} />
      {failure ? (
        <Text as="p" below={6} tone="bad" size={12} className={css.failure} role="alert">
          {failure}
        </Text>
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
        <Row role="gridcell" narrows size={12}>
          <Row
            as="span"
            inline
            align="center"
            gap={6}
            narrows
            padX={8}
            edge="all"
            size={12}
            className={css.pill}
            data-now={outcome ? true : undefined}
            data-waiting={waiting || undefined}
            title={shown.map((each) => `${each.identifier} ${each.name ?? ''} · ${format.percent(each.share)}`).join('\n')}
          >
            {outcome && !waiting ? <Check size={13} aria-hidden /> : null}
            <span className={css.identifier}>{shown[0]?.identifier}</span>
            <Text cut narrows>
              {shown[0]?.name}
            </Text>
            {shown.length > 1 ? <span>+{shown.length - 1}</span> : null}
          </Row>
        </Row>
        <Row role="gridcell" narrows size={12} tone="soft">
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
        </Row>
        <Row role="gridcell" spread="last" className={css.verb}>
          {outcome?.edit ? (
            <Row
              as="button"
              inline
              align="center"
              gap={4}
              padX={6}
              tone="accent"
              weight={500}
              type="button"
              tabIndex={-1}
              onClick={stop(() => void linking.undo({ edit: outcome.edit ?? '', controls: [row.id] }))}
            >
              <Undo2 size={13} aria-hidden /> {t('linking.undo')}
            </Row>
          ) : waiting ? (
            <Row
              as="button"
              inline
              align="center"
              gap={4}
              padX={6}
              tone="accent"
              weight={500}
              type="button"
              tabIndex={-1}
              data-tooltip={by?.by ? t('linking.accepted_by', { name: by.by, day }) : undefined}
              onClick={stop(() => void screen.confirmLinks([row.id]))}
            >
              {t('linking.confirm')}
            </Row>
          ) : null}
        </Row>
      </>
    )
  }
  return (
    <>
      <Row role="gridcell" narrows size={12}>
        {model ? (
          <Row as="span" inline align="center" gap={6} narrows padX={8} edge="all" size={12} className={css.pill} data-suggested title={model.name ?? ''}>
            <span className={css.identifier}>{model.identifier}</span>
            <Text cut narrows>
              {model.name}
            </Text>
            {model.measures > 0 ? (
              <Text rigid tone="quiet" size={12} side="right" className={css.measures}>
                {t('linking.measures', { count: model.measures })}
              </Text>
            ) : null}
          </Row>
        ) : suggestions.isPending ? null : (
          <Text size={12} tone="quiet">
            {t('linking.none')}
          </Text>
        )}
      </Row>
      <Row role="gridcell" narrows size={12} tone="soft">
        {best ? <Confidence of={best} /> : null}
      </Row>
      <Row role="gridcell" spread="last" className={css.verb}>
        {best ? (
          <Row
            as="button"
            inline
            align="center"
            gap={4}
            padX={6}
            tone="accent"
            weight={500}
            type="button"
            tabIndex={-1}
            onClick={stop(() => screen.acceptFirst(row))}
          >
            {t('linking.link')}
          </Row>
        ) : (
          <Row
            as="button"
            inline
            align="center"
            gap={4}
            padX={6}
            tone="accent"
            weight={500}
            type="button"
            tabIndex={-1}
            data-quiet
            onClick={() => screen.show(row)}
          >
            {t('linking.find')}
          </Row>
        )}
      </Row>
    </>
  )
}
