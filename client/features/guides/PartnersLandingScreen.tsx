import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { paths } from '#shared/paths.ts';
import { Blocks } from './Blocks.tsx';
import { FACTS } from './facts.ts';
import { LandingCalendar } from './LandingCalendar.tsx';
import { LandingFigures } from './LandingFigures.tsx';
import { LandingHero } from './LandingHero.tsx';
import { LandingPrice } from './LandingPrice.tsx';
import { QUESTIONS, STEPS, WHO_GETS_IN } from './landing-texts.ts';
import classes from './PartnersLandingScreen.module.css';
import { ratesQuery } from './rates.ts';

const DESCRIPTION = `Book a place for your ebook in a daily newsletter of its genre. You pay per click, after it went out, and never more than ${FACTS.ceiling}.`;

export function PartnersLandingScreen() {
  const { app_url } = useShell();
  const { data: rates } = useSuspenseQuery(ratesQuery(useApp().api));
  return (
    <>
      <Seo
        title="Promote your ebook, pay per click"
        description={DESCRIPTION}
        path={paths.partnersLanding()}
        jsonLd={[serviceJsonLd(app_url), questionsJsonLd()]}
      />
      <LandingHero />
      <Page>
        <LandingFigures />
        <section className={classes.section} aria-labelledby="how">
          <h2 id="how">How it works</h2>
          <ol className={classes.steps}>
            {STEPS.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <LandingPrice rates={rates} />
        <LandingCalendar rates={rates} />
        <section className={classes.section} aria-labelledby="who">
          <h2 id="who">Which books get in</h2>
          <div className={classes.prose}>
            <Blocks blocks={WHO_GETS_IN} />
          </div>
        </section>
        <section className={classes.section} aria-labelledby="questions">
          <h2 id="questions">Questions before you begin</h2>
          <div className={classes.prose}>
            <Blocks blocks={[{ terms: QUESTIONS }]} />
          </div>
        </section>
      </Page>
      <section className={classes.band} aria-labelledby="begin">
        <div className={classes.bandInner}>
          <h2 id="begin">Begin with one book</h2>
          <p>An account is free. A card is asked for when you book, and charged only after readers have clicked.</p>
          <div className={classes.actions}>
            <Button to={paths.partnerSignUp()}>Create a partner account</Button>
            <Link to={paths.partnerSignIn()}>Sign in</Link>
          </div>
        </div>
      </section>
    </>
  );
}

const serviceJsonLd = (appUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Service',
  name: 'Deckle ebook promotions',
  serviceType: 'Ebook promotion by newsletter',
  description: DESCRIPTION,
  url: appUrl + paths.partnersLanding(),
  provider: { '@type': 'Organization', name: 'Deckle', url: appUrl },
  audience: { '@type': 'Audience', audienceType: 'Authors and publishers' },
});

const questionsJsonLd = () => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: QUESTIONS.map(([name, text]) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
});
