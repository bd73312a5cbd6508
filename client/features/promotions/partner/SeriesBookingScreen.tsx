import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, fieldErrors } from '#client/api/api-error.ts';
import { useApp } from '#client/api/app.ts';
import { categoryPricesQuery } from '#client/api/categories.ts';
import { useIdempotencyKeys } from '#client/api/idempotency-key.ts';
import { checkSeries, promotionsQuery, submitSeries, useRefreshPromotions } from '#client/api/partner-promotions.ts';
import { useUnsavedGuard } from '#client/api/use-unsaved-guard.ts';
import { useNavigate } from '#client/app/router.ts';
import { activeBooksQuery } from '#client/features/books/partner/partner-api.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { CentsField } from '#client/ui/app/NumberField.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Check } from '#client/ui/Field.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { MAX_SERIES_PROMOTIONS, SeriesInput } from '#shared/promotions.ts';
import type { DisplayStatus } from '#shared/status.ts';
import { REPEAT_DAYS } from '#shared/submission-rules.ts';
import { bookedDate } from '../cutoff.ts';
import { countsQuery } from './booking-api.ts';
import { firstBookable, lastBookable } from './booking-days.ts';
import { CardNeeded } from './CardNeeded.tsx';
import classes from './SalesPanel.module.css';
import { SeriesDateFields } from './SeriesDateFields.tsx';
import { deleteSavedSeries, loadSavedSeries, saveSeries } from './saved-series.ts';
import {
  categoryOptions,
  errorsByBook,
  errorsToShow,
  NO_BOOK,
  repeatNotes,
  type Series,
  type SeriesBounds,
  type SeriesValues,
  seriesBody,
  seriesOf,
  seriesValues,
} from './series-form.ts';

/** A screen to book several books of a series together, each on its own date. */
export function SeriesBookingScreen() {
  const books = useQuery(activeBooksQuery());
  return (
    <Page>
      <Seo title="Book a series" description="Book newsletter dates for several books of a series." noindex />
      <PageTitle lead="One promotion for each book, each on its own date. We’ll submit all of them or none. For a top spot or a discount code, book a single promotion.">
        Book a series
      </PageTitle>
      <QueryBoundary query={books} placeholder={<Skeleton height={480} />}>
        {(data) => <SeriesChoice all={seriesOf(data)} />}
      </QueryBoundary>
    </Page>
  );
}

function SeriesChoice({ all }: { all: readonly Series[] }) {
  const [key, setKey] = useState(all[0]?.key ?? '');
  const [restarts, setRestarts] = useState(0);
  const series = all.find((one) => one.key === key) ?? all[0];
  if (!series)
    return (
      <EmptyState title="No series yet" action={<Button to={paths.partnerBooks()}>Go to My eBooks</Button>}>
        Add at least two active books by one author to the same series, and number them.
      </EmptyState>
    );
  return (
    <>
      {all.length > 1 && (
        <SelectField
          label="Series"
          options={all.map((one) => ({ value: one.key, label: one.label }))}
          value={series.key}
          onChange={({ currentTarget: { value } }) => setKey(value)}
        />
      )}
      <SeriesOnOpenDates
        key={`${series.key} ${restarts}`}
        series={series}
        onRestart={() => setRestarts(restarts + 1)}
      />
    </>
  );
}

type SeriesProps = { series: Series; onRestart: () => void };

/** Loads the slots and the books' other promotions before it shows the form, which starts on open dates. */
function SeriesOnOpenDates(props: SeriesProps) {
  const { business_date } = useShell();
  const categoryIds = [...new Set(props.series.books.map(({ category_id }) => category_id!))];
  const counts = useQueries({ queries: categoryIds.map((id) => countsQuery(id, business_date)) });
  const nearby = useQuery(
    promotionsQuery({ date_from: addDays(firstBookable(business_date), -REPEAT_DAYS), per: MAX_PER_PAGE }),
  );
  if (nearby.isPending || counts.some(({ isPending }) => isPending)) return <Skeleton height={480} />;
  const isFull = (category_id: number, date: string) =>
    counts[categoryIds.indexOf(category_id)]?.data?.some(
      ({ newsletter_date, places_left }) => newsletter_date === date && places_left <= 0,
    ) ?? false;
  const bookedDates = (id: number) =>
    (nearby.data?.promotions ?? [])
      .filter(({ book_id, display_status }) => book_id === id && !WONT_RUN.includes(display_status))
      .map(bookedDate);
  return <SeriesForm {...props} isFull={isFull} bookedDates={bookedDates} />;
}

/** Statuses of promotions that won't run, so that their dates don't block other dates of the book. */
const WONT_RUN: readonly DisplayStatus[] = ['cancelled', 'declined', 'unable to send'];

const TYPING_MS = 600;

type OpenDates = Pick<SeriesBounds, 'isFull' | 'bookedDates'>;

function SeriesForm({ series, onRestart, isFull, bookedDates }: SeriesProps & OpenDates) {
  const { business_date, now } = useShell();
  const partner_id = useSession().partner.record?.id ?? 0;
  const owner = { partner_id, now: new Date(now) };
  const navigate = useNavigate();
  const refresh = useRefreshPromotions();
  const bounds = {
    first: firstBookable(business_date),
    last: lastBookable(business_date),
    max: MAX_SERIES_PROMOTIONS,
    isFull,
    bookedDates,
  };
  const notes = repeatNotes(series, bounds);
  const [saved] = useState(() => loadSavedSeries(series, { ...owner, ...bounds }));
  const isUnsaved = useRef(false);
  const form = useForm<SeriesValues>({
    initialValues: saved ?? seriesValues(series, bounds),
    onValuesChange: (values) => {
      isUnsaved.current = !saveSeries(series, values, owner);
    },
  });
  useUnsavedGuard(() => isUnsaved.current);
  const categories = useQuery(categoryPricesQuery(useApp().api)).data ?? [];
  const { body, indexes } = seriesBody(form.getValues());
  const [debouncedBody] = useDebouncedValue(JSON.stringify(body), TYPING_MS);
  const parsed = SeriesInput.safeParse(JSON.parse(debouncedBody));
  const check = useQuery({
    queryKey: ['partner', 'promotion check', 'series', debouncedBody],
    queryFn: parsed.success ? () => checkSeries(parsed.data.promotions) : skipToken,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const withKey = useIdempotencyKeys();
  const submit = useMutation({
    // The argument is read as `submit.variables`, to tell whether the body has changed since the server's errors.
    mutationFn: (_body: string) => withKey(body.promotions, (key) => submitSeries(body.promotions, key)),
    meta: {
      success: 'Your promotions were submitted. We’ll email you our decisions.',
      form: (error: unknown) => Object.keys(fieldErrors(error)).length > 0,
    },
    // After a lost response, a new check would refuse the promotions because of themselves.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 422) void check.refetch();
    },
    onSuccess: () => {
      isUnsaved.current = false;
      deleteSavedSeries(series, owner);
      void refresh();
      void navigate(paths.partnerPromotions());
    },
  });
  const submitErrors = submit.error && submit.variables === JSON.stringify(body) ? fieldErrors(submit.error) : null;
  const checkErrors = parsed.success ? (check.data?.errors ?? fieldErrors(check.error)) : undefined;
  const errors = errorsByBook(errorsToShow(submitErrors, checkErrors), indexes);
  const isReady = parsed.success && check.data?.bookable === true && !check.isFetching;
  const hasErrors = errors.size > 0;
  const hasFailed = parsed.success && check.isError && !check.data && !hasErrors;
  return (
    <>
      <CardNeeded onAdded={() => void check.refetch()} />
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit.mutate(JSON.stringify(body));
        }}
      >
        {saved && (
          <Alert title="We restored your unfinished booking">
            <Stack gap="s">
              <span>You hadn’t submitted it. We saved it in this browser.</span>
              <div>
                <Button
                  look="quiet"
                  onClick={() => {
                    deleteSavedSeries(series, owner);
                    onRestart();
                  }}
                >
                  Start over
                </Button>
              </div>
            </Stack>
          </Alert>
        )}
        {series.books.map((book, index) => (
          <Panel
            key={book.id}
            title={book.series_number === null ? book.title : `${book.series_number}. ${book.title}`}
          >
            <Check
              label={`Include “${book.title}”`}
              hint={notes.get(book.id)}
              {...form.getInputProps(`promotions.${index}.is_chosen`, { type: 'checkbox' })}
            />
            {form.getValues().promotions[index]!.is_chosen && (
              <div className={classes.fields}>
                <SelectField
                  label="Category"
                  required
                  options={categoryOptions(categories, book, form.getValues().promotions[index]!.sale_price_cents)}
                  {...form.getInputProps(`promotions.${index}.category_id`)}
                />
                <SeriesDateFields
                  values={form.getValues().promotions[index]!}
                  onChange={(changed) =>
                    form.setFieldValue(`promotions.${index}`, { ...form.getValues().promotions[index]!, ...changed })
                  }
                />
                <CentsField
                  label="Current price"
                  required
                  {...form.getInputProps(`promotions.${index}.current_price_cents`)}
                />
                <CentsField
                  label="Deal price"
                  required
                  {...form.getInputProps(`promotions.${index}.sale_price_cents`)}
                />
              </div>
            )}
            {errors.get(index)?.map((message) => (
              <Alert key={message} kind="error">
                {message}
              </Alert>
            ))}
          </Panel>
        ))}
        {errors.get(NO_BOOK)?.map((message) => (
          <Alert key={message} kind="error">
            {message}
          </Alert>
        ))}
        <p role="status">
          {statusText({ isReady, isFetching: check.isFetching, hasFailed, count: indexes.length, hasErrors })}
        </p>
        <Row>
          <Button type="submit" busy={submit.isPending} disabled={!isReady}>
            Submit all for review
          </Button>
          {hasFailed && (
            <Button look="quiet" busy={check.isFetching} onClick={() => void check.refetch()}>
              Try again
            </Button>
          )}
        </Row>
      </form>
    </>
  );
}

type Status = { isReady: boolean; isFetching: boolean; hasFailed: boolean; count: number; hasErrors: boolean };

function statusText({ isReady, isFetching, hasFailed, count, hasErrors }: Status) {
  if (count < 2 || count > MAX_SERIES_PROMOTIONS) return `Choose 2 to ${MAX_SERIES_PROMOTIONS} books.`;
  if (isReady && !hasErrors) return `All requirements are met for ${count} promotions. Each will cost at most $60.00.`;
  if (isFetching) return 'Checking the requirements…';
  if (hasErrors) return 'Fix the problems above first.';
  return hasFailed ? 'We couldn’t check the requirements.' : 'Fill in each date and both prices.';
}
