import { Checkbox, Radio, Stack } from '@mantine/core';
import { useId } from '@mantine/hooks';

export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly meaning?: string;
}

interface ListProps<Value> {
  label: string;
  choices: readonly Choice<Value>[];
  error?: string | undefined;
}

interface RadioListProps<Value> extends ListProps<Value> {
  chosen: Value;
  onChange(chosen: Value): void;
}

export function RadioList<Value extends string>({ label, choices, chosen, error, onChange }: RadioListProps<Value>) {
  const choose = (text: string) => {
    const found = choices.find(({ value }) => value === text);
    if (found !== undefined) onChange(found.value);
  };
  return (
    <Radio.Group label={label} value={chosen} onChange={choose} error={error}>
      <Stack gap="xs" mt={4}>
        {choices.map(({ value, label: name, meaning }) => (
          <Radio key={value} value={value} label={name} description={meaning} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface TickListProps<Value> extends ListProps<Value> {
  ticked: readonly Value[];
  /** Told all that is ticked, in the order of the list. */
  onChange(ticked: Value[]): void;
}

export function TickList<Value extends string>({ label, choices, ticked, error, onChange }: TickListProps<Value>) {
  const errorId = useId();
  const isInvalid = error !== undefined;
  const change = (values: readonly string[]) =>
    onChange(choices.map(({ value }) => value).filter((value) => values.includes(value)));
  return (
    <Checkbox.Group label={label} value={[...ticked]} onChange={change} error={error} errorProps={{ id: errorId }}>
      <Stack gap="xs" mt={4}>
        {choices.map(({ value, label: name, meaning }) => (
          <Checkbox
            key={value}
            value={value}
            label={name}
            description={meaning}
            {...(isInvalid && { 'aria-invalid': true, 'aria-describedby': errorId })}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
