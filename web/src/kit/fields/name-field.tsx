import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import {
  partNameFault,
  pieceNameFault,
  MAX_PART_NAME_LENGTH,
  MAX_PIECE_NAME_LENGTH,
  normalizeName,
  type NameFault,
} from '#core/library/piece.ts'
import { codePointCount } from '#core/protocol/plain-text.ts'
import { TextField } from './field.tsx'

type Props = {
  /** What the field names: a piece (3 to 25 characters), or a part, which is a section (1 to 25 characters). */
  of: 'piece' | 'part'
  label: string
  value: string
  onChange: (value: string) => void
  /** Shown below the field while the value is valid. 'length' shows the current and the maximum length. */
  hint?: string | undefined
  /** True after the user has tried to submit the form. Errors are then shown even if the field was not left. */
  isAsked?: boolean
  /** True while the whole form is empty. The name is then not required. */
  isOptional?: boolean
  ref?: Ref<HTMLInputElement>
}

/**
 * Renders the name field of a piece or a section. Shows an error while typing if the name is too long, and when the
 * field loses the focus if it is too short or missing (rule NP9).
 */
export function NameField({
  of,
  label,
  value,
  onChange,
  hint,
  isAsked = false,
  isOptional = false,
  ref,
}: Props) {
  const { t } = useTranslation()
  const [isJudged, setJudged] = useState(false)
  const [wasFilled, setFilled] = useState(value !== '')
  const { faultOf, longest, keys } = RULES[of]
  const fault = faultOf(value)
  const isShown = fault !== null && (isAsked || fault === 'too-long' || (isJudged && !isOptional))

  function change(next: string) {
    setFilled(wasFilled || next !== '')
    onChange(next)
  }

  return (
    <TextField
      ref={ref}
      label={label}
      value={value}
      autoComplete="off"
      // The counter and the error say when it is too long; a maxlength would drop characters silently.
      onChange={event => change(event.target.value)}
      onBlur={() => setJudged(wasFilled || of === 'piece')}
      error={isShown ? t(`field.${keys[fault]}`) : undefined}
      hint={hint === 'length' ? <LengthHint value={value} longest={longest} /> : hint}
    />
  )
}

function LengthHint({ value, longest }: { value: string; longest: number }) {
  const { t } = useTranslation('pieces')
  return (
    <>
      <span>{t('name.pieceHint')}</span>
      <span translate="no">{t('name.count', { length: codePointCount(normalizeName(value)), longest })}</span>
    </>
  )
}

type FaultKey = 'required' | 'pieceNameTooShort' | 'pieceNameTooLong' | 'partNameTooLong'
type Rules = {
  faultOf: (name: string) => NameFault | null
  longest: number
  keys: Record<NameFault, FaultKey>
}

const RULES: Record<Props['of'], Rules> = {
  piece: {
    faultOf: pieceNameFault,
    longest: MAX_PIECE_NAME_LENGTH,
    keys: { required: 'required', 'too-short': 'pieceNameTooShort', 'too-long': 'pieceNameTooLong' },
  },
  part: {
    faultOf: partNameFault,
    longest: MAX_PART_NAME_LENGTH,
    keys: { required: 'required', 'too-short': 'required', 'too-long': 'partNameTooLong' },
  },
}
