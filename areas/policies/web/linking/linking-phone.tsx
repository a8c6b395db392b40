import { ArrowDown, ArrowUp, Check, CircleCheck, Plus, Search, SlidersHorizontal, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { acceptedAbove } from '#areas/policies/contract/linking.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Confidence } from './confidence.tsx'
import { Filters } from './linking-toolbar.tsx'
import css from './linking-phone.module.css'
import { ModelList } from './model-list.tsx'
import { NearTags } from './near-tags.tsx'
import { Track } from './progress-bar.tsx'
import type { LinkingScreen } from './use-linking-screen.ts'
import { wholeText } from './whole-text.ts'

interface LinkingPhoneProps {
  readonly screen: LinkingScreen
  readonly onAccept: () => Promise<void>
  readonly busy: boolean
}

/** One requirement a screen; linking goes on to the next that is to be linked. */
export function LinkingPhone({ screen, onAccept, busy }: LinkingPhoneProps) {
  const t = useWords('policies')
  const format = useFormat()
  const [sheet, setSheet] = useState<'search' | 'options'>()
  const { progress, order, row, picker, linking, sources } = screen
  const at = order.findIndex(({ id }) => id === row?.id)
  const waits = row?.solutions.some((each) => each.to_confirm) ?? false
  const last = [...linking.kept].findLast(([, { edit }]) => edit)
  const lastRow = last && order.find(({ id }) => id === last[0])
  const failure = [...linking.failures].at(-1)
  const chosen = picker.ticked
  const { title, text } = wholeText(row?.name ?? row?.identifier ?? '', sources?.description)
  return (
    <Stack grow shortens>
      <div className={css.top}>
        <Track progress={progress} />
        <Row as="p" align="center" spread="between" gap={8} above={4} tone="soft" size={12}>
          <span>
            <b>{format.number(progress.linked)}</b> {t('linking.progress_rest', { count: progress.total })}
          </span>
          <span>
            <b>{format.number(progress.suggested)}</b> {t('linking.suggested')}
          </span>
          <IconButton label={t('linking.options')} onClick={() => setSheet('options')}>
            <SlidersHorizontal size={16} />
          </IconButton>
        </Row>
      </div>
      <Box grow shortens overflow="scrolled" fill="canvas">
        {row ? (
          <>
            <Box as="header" padY={14} padX={16} edge="below" fill="surface" className={css.requirement}>
              <p>
                {row.identifier !== row.name ? row.identifier : null}
                {at >= 0 ? <span>{t('linking.rank', { at: format.number(at + 1), count: format.number(order.length) })}</span> : null}
              </p>
              <Text as="h3" above={4} below={8} size={16} line={24}>
                {title}
              </Text>
              {text ? <p className={css.description}>{text}</p> : null}
              {row.solutions.map((each) => (
                <p key={each.id} className={css.has}>
                  {each.identifier} {each.name} · {each.share}&nbsp;%
                </p>
              ))}
              <NearTags near={sources?.near ?? []} />
            </Box>
            <Stack as="section" gap={8} className={css.offered} aria-label={t('linking.offered')}>
              <Row as="h4" spread="between">
                {t('linking.offered')} <span>{t('linking.one_or_more')}</span>
              </Row>
              {picker.list.map((pick) => (
                <Grid key={pick.id} as="label" gap={10} rowGap={4} align="start" padY={12} padX={12} edge="all" corner={8} fill="raised" className={css.card}>
                  <input type="checkbox" checked={chosen.some(({ id }) => id === pick.id)} onChange={() => picker.toggle(pick)} />
                  <Text size={14} weight={600} className={css.name}>
                    {pick.name}
                  </Text>
                  <Row as="span" align="center" spread="between" gap={8} tone="quiet" size={12} className={css.why}>
                    {pick.suggestion ? <Confidence of={pick.suggestion} /> : <span>{pick.identifier}</span>}
                    {pick.measures === undefined ? null : <span>{t('linking.measures', { count: pick.measures })}</span>}
                  </Row>
                </Grid>
              ))}
              <Row
                type="button"
                as="button"
                align="center"
                gap={10}
                padX={14}
                edge="strong"
                corner={8}
                fill="raised"
                tone="quiet"
                size={14}
                side="left"
                className={css.other}
                onClick={() => setSheet('search')}
              >
                <Search size={16} aria-hidden /> {t('linking.other_model')}
              </Row>
            </Stack>
          </>
        ) : (
          <EmptyState title={progress.linked === progress.total ? t('linking.done', { count: progress.total }) : t('tree.nothing_found')} />
        )}
      </Box>
      {progress.above > 0 ? (
        <Row as="p" align="center" gap={8} padX={16} edge="above" tone="soft" className={css.line}>
          <span>{t('linking.above', { count: progress.above, percent: String(acceptedAbove) })}</span>
          <Button variant="link" loading={busy} onClick={() => void onAccept()}>
            {t('linking.accept_all')}
          </Button>
        </Row>
      ) : null}
      {failure ? (
        <Row as="p" align="center" gap={8} padX={16} edge="above" tone="soft" fill="bad" className={css.failure} role="alert">
          <X size={14} aria-hidden /> {failure[1]}
        </Row>
      ) : null}
      {last && lastRow ? (
        <Row as="p" align="center" gap={8} padX={16} edge="above" tone="soft" className={css.line} data-done>
          <CircleCheck size={16} aria-hidden />
          <span>{t('linking.linked_line', { name: lastRow.identifier ?? lastRow.name ?? '', count: Math.max(1, last[1].models.length) })}</span>
          <Button variant="link" icon={<Undo2 size={14} aria-hidden />} onClick={() => void linking.undo({ edit: last[1].edit ?? '', controls: [last[0]] })}>
            {t('linking.undo')}
          </Button>
        </Row>
      ) : null}
      <Row gap={8} padY={10} padX={16} edge="above" fill="surface" className={css.bar}>
        <Row
          as="button"
          inline
          align="center"
          spread="middle"
          gap={8}
          edge="strong"
          corner={8}
          fill="raised"
          tone="plain"
          type="button"
          aria-label={t('linking.previous')}
          disabled={at <= 0}
          onClick={() => screen.step(-1)}
        >
          <ArrowUp size={18} aria-hidden />
        </Row>
        <Row
          as="button"
          inline
          align="center"
          spread="middle"
          gap={8}
          edge="strong"
          corner={8}
          fill="raised"
          tone="plain"
          type="button"
          aria-label={t('linking.next')}
          disabled={at >= order.length - 1}
          onClick={() => screen.step(1)}
        >
          <ArrowDown size={18} aria-hidden />
        </Row>
        {row && waits && chosen.length === 0 ? (
          <Row
            as="button"
            inline
            align="center"
            spread="middle"
            gap={8}
            edge="strong"
            corner={8}
            fill="raised"
            tone="plain"
            type="button"
            data-primary
            onClick={() => void screen.confirmLinks([row.id])}
          >
            <Check size={16} aria-hidden /> {t('linking.confirm')}
          </Row>
        ) : (
          <Row
            as="button"
            inline
            align="center"
            spread="middle"
            gap={8}
            edge="strong"
            corner={8}
            fill="raised"
            tone="plain"
            type="button"
            data-primary
            disabled={!row || chosen.length === 0}
            onClick={() => row && screen.link(row, chosen)}
          >
            {t('linking.link_count', { count: chosen.length })}
          </Row>
        )}
      </Row>
      {sheet === 'search' && row ? (
        <Modal
          sheet
          title={t('linking.other_model')}
          onClose={() => setSheet(undefined)}
          footer={
            <Button
              variant="primary"
              size="lg"
              wide
              disabled={chosen.length === 0}
              onClick={() => {
                setSheet(undefined)
                screen.link(row, chosen)
              }}
            >
              {t('linking.link_count', { count: chosen.length })}
            </Button>
          }
        >
          <Stack gap={12} className={css.sheet}>
            <TextInput
              type="search"
              aria-label={t('linking.picker', { count: screen.suggestions.data?.total ?? 0 })}
              placeholder={t('linking.picker', { count: screen.suggestions.data?.total ?? 0 })}
              value={picker.search}
              onChange={(event) => picker.setSearch(event.currentTarget.value)}
            />
            <ModelList
              id="linking-sheet"
              label={t('linking.offered')}
              picker={picker}
              digits={false}
              onLink={(picks) => {
                setSheet(undefined)
                screen.link(row, picks)
              }}
            />
            <Button
              icon={<Plus size={14} aria-hidden />}
              onClick={() => {
                setSheet(undefined)
                void screen.makeModels([row.id])
              }}
            >
              {t('linking.new_model')}
            </Button>
          </Stack>
        </Modal>
      ) : null}
      {sheet === 'options' ? (
        <Modal title={t('linking.options')} onClose={() => setSheet(undefined)}>
          <Stack gap={12} className={css.sheet}>
            <Filters screen={screen} />
            <TextInput
              type="search"
              aria-label={t('linking.search')}
              placeholder={t('linking.search')}
              value={screen.search}
              onChange={(event) => screen.changeSearch(event.currentTarget.value)}
            />
          </Stack>
        </Modal>
      ) : null}
    </Stack>
  )
}
