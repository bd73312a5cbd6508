import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { useApp } from '#client/api/app.ts';
import { type CategoryGroup, superCategoriesQuery } from '#client/api/categories.ts';
import { Link, useLocation } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Choices, Field } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import type { FormErrors } from '#client/ui/field-errors.ts';
import { useFormOutcome } from '#client/ui/use-form-outcome.ts';
import { paths } from '#shared/paths.ts';
import { signUpReader } from './api.ts';
import classes from './ReaderSignUp.module.css';

type Props = {
  title: string;
  lead: string;
  /** The category that the page is about. Without it, the form asks for genres. */
  genre?: { id: number } | undefined;
};

/** Email and genres; the preferences page, which the confirmation links to, has everything else. */
export function ReaderSignUp({ title, lead, genre }: Props) {
  const { pathname } = useLocation();
  const [errors, setErrors] = useState<FormErrors>({});
  const outcome = useFormOutcome();
  const signUp = useMutation({ mutationFn: signUpReader, meta: { form: true } });

  const isSent = signUp.isSuccess || outcome === 'done';

  const onSubmit = (values: FormData) => {
    const category_ids = idsOf(values.getAll('genres'));
    const genreErrors: FormErrors = category_ids.length > 0 ? {} : { genres: ['Choose at least one genre.'] };
    setErrors({});
    // Sent even without a genre, so that all errors are shown at the same time.
    signUp.mutate(
      { email: String(values.get('email')).trim(), category_ids, page: pathname },
      { onError: (error) => setErrors({ ...fieldErrors(error), ...genreErrors }) },
    );
  };
  return (
    <section aria-labelledby="sign-up" className={classes.box}>
      <div className={classes.words}>
        <h2 id="sign-up">{isSent ? 'Almost there' : title}</h2>
        <p>{lead}</p>
      </div>
      {isSent ? (
        <Alert kind="success" title="Check your inbox">
          If you’re not subscribed yet, a confirmation link is on its way. It works for seven days. Don’t see it? Check
          your spam folder, or <Link to={paths.contact()}>write to us</Link>.
        </Alert>
      ) : (
        <Form onSubmit={onSubmit} errors={errors} busy={signUp.isPending} label="Get the newsletter" worksWithoutScript>
          <Field name="email" label="Email" type="email" autoComplete="email" required />
          {genre ? <input type="hidden" name="genres" value={genre.id} /> : <GenreChoices />}
          <div>
            <Button type="submit" busy={signUp.isPending}>
              Sign up
            </Button>
          </div>
        </Form>
      )}
    </section>
  );
}

function GenreChoices() {
  const groups = useSuspenseQuery(superCategoriesQuery(useApp().api)).data;
  return <Choices name="genres" label="What do you like to read?" options={groups.map(groupOption)} />;
}

/** The option of a category group: all its categories except adult ones, which are chosen in the preferences. */
const groupOption = ({ name, categories }: CategoryGroup) => ({
  label: name,
  value: categories
    .filter(({ is_adult }) => !is_adult)
    .map(({ id }) => id)
    .join(),
});

const idsOf = (genres: FormDataEntryValue[]) => genres.join().split(',').filter(Boolean).map(Number);
