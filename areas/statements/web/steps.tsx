import { countLines, statementSteps, stepsOf, type Statement, type StatementStep } from '#areas/statements/contract/statement.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Grid } from '#kit/web/ui/layout.tsx'
import { StatusGlyph } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { nameOf } from './statement-api.ts'
import css from './statement.module.css'

/** The first step that is not done; none when the statement is approved as it stands. */
export function currentStep(statement: Statement): StatementStep | undefined {
  const steps = stepsOf(statement.lines)
  return statementSteps.find((step) => steps[step].done < steps[step].of)
}

/** Decided, justified, proven, approved: how far a statement is, and what keeps it. */
export function Steps({ statement }: { readonly statement: Statement }) {
  const t = useWords('statements')
  const format = useFormat()
  const steps = stepsOf(statement.lines)
  const now = currentStep(statement)
  const { lines, request, rejected } = statement
  const count = (number: number) => format.number(number)
  const describeStep: Record<StatementStep, () => string> = {
    DECIDED: () => {
      const open = steps.DECIDED.of - steps.DECIDED.done
      return open > 0
        ? t('said.undecided', { count: open })
        : t('said.decided', { applicable: countLines(lines, 'APPLICABLE'), excluded: countLines(lines, 'EXCLUDED') })
    },
    JUSTIFIED: () => {
      const missing = lines.filter((line) => line.state !== 'OUT_OF_LEVEL' && line.justification === null)
      const [first] = missing
      if (!first) return t('said.justified')
      return missing.length === 1 ? t('said.missing_one', { name: nameOf(first) }) : t('said.missing', { count: missing.length })
    },
    PROVEN: () => {
      const ending = lines.filter((line) => line.proofs.soon).length
      if (ending > 0) return t('said.ending', { count: ending })
      const open = countLines(lines, 'TO_PROVE')
      return open > 0 ? t('said.to_prove', { count: open }) : t('said.proven')
    },
    APPROVED: () => {
      const [last] = statement.versions
      if (request) return t('said.waiting', { name: request.by?.name ?? '–', day: format.date(request.at) })
      if (rejected) return t('said.rejected', { name: rejected.by?.name ?? '–', reason: rejected.reason ?? '' })
      if (!last) return t('said.never')
      const changed = countLines(lines, 'CHANGED')
      return changed > 0
        ? t('said.changed', { count: changed, version: String(last.number) })
        : [
            t('said.approved', { version: String(last.number), name: last.by?.name ?? '–', day: format.date(last.at) }),
            ...(last.alone ? [t('alone.said')] : []),
          ].join('. ')
    },
  }
  return (
    <Grid as="ol" rigid overflow="clipped" edge="all" corner={8} size={13} className={css.steps} aria-label={t('steps.label')}>
      {statementSteps.map((step) => {
        const { done, of } = steps[step]
        return (
          <Grid as="li" align="center" padY={8} padX={12} key={step} aria-current={step === now ? 'step' : undefined} data-done={done === of || undefined}>
            <StatusGlyph glyph={done === of ? 'check' : done > 0 ? 'half' : 'dashed'} />
            <Text as="b" weight={600}>
              {t(`steps.${step}`)}
            </Text>
            <Text weight={600} figures oneLine>
              {t('progress', { done: count(done), of: count(of) })}
            </Text>
            <Text breaks tone="quiet" size={12} line={16} className={css.said}>
              {describeStep[step]()}
            </Text>
          </Grid>
        )
      })}
    </Grid>
  )
}
