import { ExternalLink, X } from 'lucide-react'
import { useState } from 'react'
import { courseSteps, spans, type Ask, type OfferedSource, type SpanName } from '#kit/contract/source.ts'
import { rowsOf } from '#kit/web/figure-link.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { Select, MultiSelect } from '#kit/web/kinds/lazy-controls.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Switch } from '#kit/web/ui/check.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import type { Block, BlockType, Layout } from '#areas/reporting/contract/layout.ts'
import { titleOf } from '#areas/reporting/web/blocks/block-view.tsx'
import { useTold } from '#areas/reporting/web/reporting-api.ts'
import { askOf, kindsOf, libraryTypes, sourcesFor, spotOf } from './change-layout.ts'
import { EntityChoice } from './entity-choice.tsx'
import { Filters } from './filters.tsx'
import css from './builder.module.css'

interface SettingsProps {
  readonly block: Block | undefined
  readonly layout: Layout
  readonly sources: readonly OfferedSource[]
  readonly perimeter: number | null
  readonly period: SpanName
  readonly onChange: (changes: Partial<Block>) => void
  /** Where it lies over the blocks. */
  readonly onClose: () => void
}

/** What the chosen block shows, and how; at its foot the list that a click will open. */
export function Settings({ block, layout, sources, perimeter, period, onChange, onClose }: SettingsProps) {
  const t = useWords('reporting')
  if (!block) {
    return (
      <aside className={css.settings} aria-label={t('builder.settings')} data-nothing>
        <EmptyState title={t('builder.nothing_chosen')} />
      </aside>
    )
  }
  return <BlockSettings block={block} layout={layout} sources={sources} perimeter={perimeter} period={period} onChange={onChange} onClose={onClose} />
}

const languages = ['en', 'fr'] as const

function BlockSettings({ block, layout, sources, perimeter, period, onChange, onClose }: SettingsProps & { readonly block: Block }) {
  const t = useWords('reporting')
  const own = useLanguage()
  const [language, setLanguage] = useState<'en' | 'fr'>(own)
  const spot = spotOf(layout, block.id)
  const columns = layout.sections[spot?.section ?? 0]?.columns ?? 1
  const offered = sourcesFor(block.type, sources)
  const source = sources.find(({ name }) => name === block.ask?.source)
  const isText = block.type === 'TEXT'
  const setAsk = (changes: Partial<Ask>) => {
    if (block.ask) onChange({ ask: { ...block.ask, ...changes } })
  }
  const setType = (type: BlockType) => {
    // What it shows stays where the new picture can show it.
    const stays = source && sourcesFor(type, sources).includes(source)
    onChange({ type, ask: stays && block.ask ? { ...askOf(type, source), ...block.ask } : null })
  }
  const title = language === 'fr' ? 'title_fr' : 'title_en'
  const text = language === 'fr' ? 'text_fr' : 'text_en'
  const draws = kindsOf[block.type]
  const drawsCourse = draws.includes('series') && source?.kinds.includes('series') === true && block.ask?.by === undefined
  return (
    <aside className={css.settings} aria-label={t('builder.settings')}>
      <Row align="center" spread="between" gap={8}>
        <Text as="p" size={12} tone="quiet">
          {t('builder.place', { type: t(`blocks.${block.type}`), section: (spot?.section ?? 0) + 1, n: (spot?.place ?? 0) + 1 })}
        </Text>
        <span className={css.close}>
          <IconButton label={t('builder.close')} onClick={onClose}>
            <X size={16} />
          </IconButton>
        </span>
      </Row>
      <Text as="h2" size={16} weight={600} below={8}>
        {titleOf(block, own) || t('builder.untitled')}
      </Text>
      <Stack gap={12}>
        <Row align="end" gap={8}>
          <div className={css.grow}>
            <TextInput
              label={t('builder.title')}
              value={block[title] ?? ''}
              maxLength={128}
              onChange={(event) => onChange({ [title]: event.target.value || null })}
            />
          </div>
          <Segmented
            label={t('builder.language')}
            value={language}
            onChange={setLanguage}
            options={languages.map((value) => ({ value, label: value.toUpperCase() }))}
          />
        </Row>
        {isText ? (
          <TextArea
            label={t('builder.text')}
            rows={6}
            value={block[text] ?? ''}
            maxLength={4000}
            onChange={(event) => onChange({ [text]: event.target.value || null })}
          />
        ) : (
          <>
            <Select
              label={t('builder.show_as')}
              value={block.type}
              options={libraryTypes.filter((type) => type !== 'TEXT').map((type) => ({ value: type, label: t(`blocks.${type}`) }))}
              onChange={(value) => value && setType(value as BlockType)}
            />
            <Select
              label={t('builder.source')}
              value={block.ask?.source ?? null}
              options={offered.map(({ name, label, group }) => ({ value: name, label, group }))}
              onChange={(value) => {
                const next = offered.find(({ name }) => name === value)
                if (next) onChange({ ask: askOf(block.type, next) })
              }}
            />
            {source && block.ask ? (
              source.rows ? (
                <RowsSettings block={block} ask={block.ask} source={source} onAsk={setAsk} />
              ) : (
                <GivenSettings ask={block.ask} source={source} onAsk={setAsk} />
              )
            ) : null}
            {source?.dated === true && (drawsCourse || block.ask?.over !== undefined || source.rows === null) ? (
              <Select
                label={t('builder.period')}
                clearable
                placeholder={t('builder.of_dashboard')}
                value={block.span}
                options={spans.map((value) => ({ value, label: t(`entities.dashboard.choices.period.${value}`) }))}
                onChange={(value) => onChange({ span: value as SpanName | null })}
              />
            ) : null}
            {drawsCourse ? (
              <Select
                label={t('builder.step')}
                value={block.step}
                options={courseSteps.map((value) => ({ value, label: t(`builder.steps.${value}`) }))}
                onChange={(value) => value && onChange({ step: value as Block['step'] })}
              />
            ) : null}
            {draws.includes('figure') || drawsCourse ? <TargetSettings block={block} onChange={onChange} /> : null}
            {draws.includes('figure') ? (
              <Switch label={t('builder.compared')} checked={block.compared} onChange={(event) => onChange({ compared: event.target.checked })} />
            ) : null}
          </>
        )}
        <Row gap={8}>
          <div className={css.grow}>
            <Select
              label={t('builder.size')}
              value={String(Math.min(block.width, columns))}
              options={Array.from({ length: columns }, (_, n) => ({ value: String(n + 1), label: t('builder.columns', { count: n + 1 }) }))}
              onChange={(value) => value && onChange({ width: Number(value) })}
            />
          </div>
          {isText ? null : (
            <div className={css.grow}>
              <Select
                label={t('builder.height')}
                value={block.height}
                options={(['SMALL', 'MEDIUM', 'LARGE'] as const).map((value) => ({ value, label: t(`builder.heights.${value}`) }))}
                onChange={(value) => value && onChange({ height: value as Block['height'] })}
              />
            </div>
          )}
        </Row>
        {isText ? null : (
          <TextArea
            label={t('builder.comment')}
            help={t('builder.comment_help')}
            rows={2}
            value={block[text] ?? ''}
            maxLength={4000}
            onChange={(event) => onChange({ [text]: event.target.value || null })}
          />
        )}
      </Stack>
      <Opens block={block} perimeter={perimeter} period={period} />
    </aside>
  )
}

interface AskProps {
  readonly ask: Ask
  readonly source: OfferedSource
  readonly onAsk: (changes: Partial<Ask>) => void
}

/** What is told of rows of an entity. */
function RowsSettings({ block, ask, source, onAsk }: AskProps & { readonly block: Block }) {
  const t = useWords('reporting')
  const { rows } = source
  if (!rows) return null
  const kinds = kindsOf[block.type]
  const named = (fields: readonly { readonly name: string; readonly label: string }[]) => fields.map(({ name, label }) => ({ value: name, label }))
  const values = [
    { value: 'COUNT', label: t('builder.count') },
    ...rows.numbers.flatMap(({ name, label }) => [
      { value: `SUM ${name}`, label: t('builder.sum_of', { name: label }) },
      { value: `MEAN ${name}`, label: t('builder.mean_of', { name: label }) },
    ]),
  ]
  const isList = kinds.includes('rows') && ask.by === undefined
  return (
    <>
      <Select
        label={t('builder.figure')}
        clearable
        placeholder={t('builder.all_rows')}
        value={ask.figure ?? null}
        options={named(rows.figures)}
        onChange={(value) => onAsk({ figure: value ?? undefined })}
      />
      <Filters ask={ask} offered={rows.filters} onAsk={onAsk} />
      {isList ? null : (
        <Select
          label={t('builder.how')}
          value={ask.how === 'COUNT' ? 'COUNT' : `${ask.how} ${ask.of}`}
          options={values}
          onChange={(value) => {
            const [how = 'COUNT', of] = (value ?? 'COUNT').split(' ')
            onAsk({ how: how as Ask['how'], of })
          }}
        />
      )}
      {kinds.includes('groups') ? (
        <Select
          label={t('builder.by')}
          clearable
          placeholder={t('builder.none')}
          value={ask.by ?? null}
          options={named(rows.groups)}
          onChange={(value) => onAsk({ by: value ?? undefined, ...(value === null && { across: undefined }) })}
        />
      ) : null}
      {(ask.by !== undefined || kinds.includes('series')) && block.type !== 'PIE' ? (
        <Select
          label={t('builder.across')}
          clearable
          placeholder={t('builder.none')}
          value={ask.across ?? null}
          options={named(rows.groups.filter(({ name }) => name !== ask.by))}
          onChange={(value) => onAsk({ across: value ?? undefined })}
        />
      ) : null}
      {rows.dates.length > 0 ? (
        <Select
          label={t('builder.over')}
          clearable
          placeholder={t('builder.no_date')}
          value={ask.over ?? null}
          options={named(rows.dates)}
          onChange={(value) => onAsk({ over: value ?? undefined })}
        />
      ) : null}
      {isList ? (
        <>
          <MultiSelect
            label={t('builder.columns_shown')}
            value={ask.columns}
            options={named(rows.columns)}
            onChange={(value) => onAsk({ columns: value.slice(0, 8) })}
          />
          <Select
            label={t('builder.sort')}
            clearable
            placeholder={t('builder.none')}
            value={ask.sort[0] ? `${ask.sort[0].order} ${ask.sort[0].name}` : null}
            options={rows.columns.flatMap(({ name, label }) => [
              { value: `asc ${name}`, label: `${label} ↑` },
              { value: `desc ${name}`, label: `${label} ↓` },
            ])}
            onChange={(value) => {
              const [order, name] = (value ?? '').split(' ')
              onAsk({ sort: name ? [{ name, order: order as 'asc' | 'desc' }] : [] })
            }}
          />
        </>
      ) : null}
    </>
  )
}

/** What a declared source lets one choose. */
function GivenSettings({ ask, source, onAsk }: AskProps) {
  const t = useWords('reporting')
  const give = (name: string, value: Ask['given'][string] | undefined) => {
    const { [name]: _, ...others } = ask.given
    onAsk({ given: value === undefined ? others : { ...others, [name]: value } })
  }
  return (
    <>
      {source.settings.map(({ name, label, entity, many, needed, options }) => {
        const value = ask.given[name]
        if (entity !== null)
          return <EntityChoice key={name} label={label} entity={entity} many={many} needed={needed} value={value} onChange={(next) => give(name, next)} />
        return (
          <Select
            key={name}
            label={label}
            clearable={!needed}
            placeholder={t('builder.choose')}
            value={typeof value === 'string' ? value : null}
            options={[...options]}
            onChange={(next) => give(name, next ?? undefined)}
          />
        )
      })}
    </>
  )
}

function TargetSettings({ block, onChange }: { readonly block: Block; readonly onChange: (changes: Partial<Block>) => void }) {
  const t = useWords('reporting')
  const { target, ask } = block
  // An objective is known of what areas declare; of rows somebody says a number.
  const declared = ask !== null && !ask.source.startsWith('rows.')
  return (
    <Stack gap={8}>
      <Switch
        label={t('builder.target')}
        checked={target !== null}
        onChange={(event) => onChange({ target: event.target.checked ? (declared ? { kind: 'OBJECTIVE' } : { kind: 'FIXED', value: 0 }) : null })}
      />
      {target === null ? null : (
        <Row gap={8} align="end">
          {declared ? (
            <Segmented
              label={t('builder.target')}
              value={target.kind}
              options={[
                { value: 'OBJECTIVE', label: t('builder.target_objective') },
                { value: 'FIXED', label: t('builder.target_fixed') },
              ]}
              onChange={(kind) => onChange({ target: kind === 'FIXED' ? { kind, value: 75 } : { kind } })}
            />
          ) : null}
          {target.kind === 'FIXED' ? (
            <div className={css.grow}>
              <TextInput
                aria-label={t('builder.target_value')}
                inputMode="decimal"
                value={String(target.value)}
                onChange={(event) => {
                  const value = Number(event.target.value.replace(',', '.'))
                  if (Number.isFinite(value)) onChange({ target: { kind: 'FIXED', value } })
                }}
              />
            </div>
          ) : null}
        </Row>
      )}
    </Stack>
  )
}

/** The list that a click on the block opens, with as many rows as it counts. */
function Opens({ block, perimeter, period }: { readonly block: Block; readonly perimeter: number | null; readonly period: SpanName }) {
  const t = useWords('reporting')
  const { data } = useTold(block, perimeter, period)
  const link = data?.answer && 'opens' in data.answer ? data.answer.opens : null
  const to = link ? rowsOf(link.entity, link.filters) : undefined
  return link && to ? (
    <Row as="footer" align="center" gap={10} edge="above" padY={12} above={16}>
      <ExternalLink size={16} aria-hidden />
      <span>
        <Text as="small" size={12} tone="quiet">
          {t('builder.opens')}
        </Text>
        <br />
        <Link to={to}>{t('builder.opens_rows', { name: titleOf(block, 'en') || t(`blocks.${block.type}`), count: link.total ?? 0 })}</Link>
      </span>
    </Row>
  ) : null
}
