<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>QObject</name>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>Joints</source>
        <translation>Gelenke</translation>
    </message>
    <message>
        <source>Probes</source>
        <translation>Messstellen</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>Bodies</source>
        <translation>Körper</translation>
    </message>
    <message>
        <source>constraint residual [SI]</source>
        <translation>Bindungsfehler [SI]</translation>
    </message>
    <message>
        <source>position |Φ|</source>
        <translation>Lage |Φ|</translation>
    </message>
    <message>
        <source>velocity |Φ̇|</source>
        <translation>Geschwindigkeit |Φ̇|</translation>
    </message>
    <message>
        <source>acceleration |Φ̈|</source>
        <translation>Beschleunigung |Φ̈|</translation>
    </message>
    <message>
        <source>machine epsilon</source>
        <translation>Maschinengenauigkeit</translation>
    </message>
    <message>
        <source>No constraint residuals: this formulation keeps the joints by construction.</source>
        <translation>Keine Bindungsfehler: Diese Formulierung hält die Gelenke von sich aus zusammen.</translation>
    </message>
    <message>
        <source>energy error E − E₀ [J]</source>
        <translation>Energiefehler E − E₀ [J]</translation>
    </message>
    <message>
        <source>total − initial total</source>
        <translation>gesamt − anfangs gesamt</translation>
    </message>
    <message>
        <source>energy [J]</source>
        <translation>Energie [J]</translation>
    </message>
    <message>
        <source>kinetic</source>
        <translation>kinetisch</translation>
    </message>
    <message>
        <source>potential</source>
        <translation>potentiell</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>Measured on this machine (%1)</source>
        <translation>Gemessen auf diesem Rechner (%1)</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Bild speichern…</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>PNG picture (*.png);;SVG drawing (*.svg);;PDF page (*.pdf)</source>
        <translation>PNG-Bild (*.png);;SVG-Zeichnung (*.svg);;PDF-Seite (*.pdf)</translation>
    </message>
    <message>
        <source>Export visible values…</source>
        <translation>Sichtbare Werte exportieren…</translation>
    </message>
    <message>
        <source>Export visible values</source>
        <translation>Sichtbare Werte exportieren</translation>
    </message>
    <message>
        <source>Comma separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>Logarithmic value axis</source>
        <translation>Logarithmische Werteachse</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>%1: pictures end in .png, .svg or .pdf</source>
        <translation>%1: Bilder enden auf .png, .svg oder .pdf</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>time [s]</source>
        <translation>Zeit [s]</translation>
    </message>
    <message>
        <source>on the line of %1</source>
        <translation>auf der Linie von %1</translation>
    </message>
    <message>
        <source>= length of %1</source>
        <translation>= Länge von %1</translation>
    </message>
    <message>
        <source>Movies are made by the program ffmpeg, which is not installed here (Debian: apt install ffmpeg). A sequence of pictures can be written without it.</source>
        <translation>Filme macht das Programm ffmpeg, das hier nicht installiert ist (Debian: apt install ffmpeg). Eine Bildfolge geht auch ohne.</translation>
    </message>
    <message>
        <source>Spectrum…</source>
        <translation>Spektrum …</translation>
    </message>
    <message>
        <source>Logarithmic horizontal axis</source>
        <translation>Waagrechte Achse logarithmisch</translation>
    </message>
    <message>
        <source>Hann window over %1 s to %2 s, %3 samples every %4 s, mean removed; peaks closer than %5 Hz run together</source>
        <translation>Hann-Fenster über %1 s bis %2 s, %3 Werte alle %4 s, Mittelwert abgezogen; Spitzen näher als %5 Hz laufen ineinander</translation>
    </message>
    <message>
        <source>; the rows were not equally spaced and are interpolated</source>
        <translation>; die Zeilen lagen nicht in gleichem Abstand und sind interpoliert</translation>
    </message>
    <message>
        <source>Momentum of all bodies</source>
        <translation>Impuls aller Körper</translation>
    </message>
    <message>
        <source>Joint momenta</source>
        <translation>Gelenkimpulse</translation>
    </message>
    <message>
        <source>Constraint multipliers</source>
        <translation>Multiplikatoren der Zwangsbedingungen</translation>
    </message>
    <message>
        <source>Solver</source>
        <translation>Löser</translation>
    </message>
    <message>
        <source>%1; also on %2</source>
        <translation>%1; auch auf %2</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>this is no SVG drawing that can be read, or it is empty</source>
        <translation>das ist keine lesbare SVG-Zeichnung, oder sie ist leer</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>the picture cannot be read (%1); PNG, JPEG and SVG can be</source>
        <translation>das Bild lässt sich nicht lesen (%1); PNG, JPEG und SVG gehen</translation>
    </message>
    <message>
        <source>column &apos;%1&apos;</source>
        <translation>Spalte „%1“</translation>
    </message>
    <message>
        <source>there are no rows under the head</source>
        <translation>unter dem Kopf stehen keine Zeilen</translation>
    </message>
    <message>
        <source>a table of a run begins with the column time, in seconds; this one begins with &apos;%1&apos;</source>
        <translation>die Tabelle eines Laufs beginnt mit der Spalte time, in Sekunden; diese beginnt mit „%1“</translation>
    </message>
    <message>
        <source>there is no column beside time</source>
        <translation>neben time gibt es keine Spalte</translation>
    </message>
    <message>
        <source>%1 values where the head has %2 columns</source>
        <translation>%1 Werte, wo der Kopf %2 Spalten hat</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no number</source>
        <translation>„%1“ ist keine Zahl</translation>
    </message>
    <message>
        <source>times have to ascend from row to row</source>
        <translation>die Zeiten müssen von Zeile zu Zeile wachsen</translation>
    </message>
    <message>
        <source>none of its columns (%1) is one of this model, whose columns are called %2, …</source>
        <translation>keine ihrer Spalten (%1) gehört zu diesem Modell, dessen Spalten %2, … heißen</translation>
    </message>
    <message>
        <source>column &apos;%1&apos; is none of this model and is left out</source>
        <translation>die Spalte „%1“ gehört nicht zu diesem Modell und wird ausgelassen</translation>
    </message>
    <message>
        <source>its unit is %1; files have to be in SI: %2</source>
        <translation>ihre Einheit ist %1; Dateien müssen in SI sein: %2</translation>
    </message>
    <message>
        <source>%1 rows are more than the memory of a record holds: leave some out, or allow more in the preferences</source>
        <translation>%1 Zeilen sind mehr, als der Speicher einer Aufzeichnung fasst: einige weglassen, oder in den Einstellungen mehr erlauben</translation>
    </message>
</context>
<context>
    <name>Speed</name>
    <message>
        <source>as fast as it goes</source>
        <translation>so schnell es geht</translation>
    </message>
</context>
<context>
    <name>momentree::app</name>
    <message>
        <source>give it a name</source>
        <translation>ein Name fehlt</translation>
    </message>
    <message>
        <source>a name has no dot and no slash</source>
        <translation>ein Name hat keinen Punkt und keinen Schrägstrich</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is taken; choose another name</source>
        <translation>„%1“ ist vergeben; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>Array of the selected links</source>
        <translation>Reihe der gewählten Glieder</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>From each copy to the next: 12 cm, 2*L1</source>
        <translation>Von jeder Kopie zur nächsten: 12 cm, 2*L1</translation>
    </message>
    <message>
        <source>About the origin, from each copy to the next: 30 deg</source>
        <translation>Um den Ursprung, von jeder Kopie zur nächsten: 30 deg</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Give lengths and an angle: 12 cm, 2*L1, 30 deg</source>
        <translation>Geben Sie Längen und einen Winkel an: 12 cm, 2*L1, 30 deg</translation>
    </message>
    <message>
        <source>Select links first: click one, or drag a frame around several</source>
        <translation>Wählen Sie zuerst Glieder: eines anklicken oder einen Rahmen um mehrere ziehen</translation>
    </message>
    <message>
        <source>The clipboard holds no part of a mechanism: select links and press Ctrl+C</source>
        <translation>In der Zwischenablage ist kein Teil eines Mechanismus: Glieder wählen und Strg+C drücken</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Verdoppeln</translation>
    </message>
    <message>
        <source>Mirror</source>
        <translation>Spiegeln</translation>
    </message>
    <message>
        <source>Array of %1</source>
        <translation>Reihe von %1</translation>
    </message>
    <message>
        <source>Select two joints or more: Shift and click adds one</source>
        <translation>Wählen Sie mindestens zwei Gelenke: Umschalt und Klick nimmt eines dazu</translation>
    </message>
    <message>
        <source>Align in a row</source>
        <translation>Nebeneinander ausrichten</translation>
    </message>
    <message>
        <source>Align in a column</source>
        <translation>Übereinander ausrichten</translation>
    </message>
    <message>
        <source>A joint stays where it is: %1</source>
        <translation>Ein Gelenk bleibt, wo es ist: %1</translation>
    </message>
    <message>
        <source>Select the joint to take apart</source>
        <translation>Wählen Sie das Gelenk, das getrennt werden soll</translation>
    </message>
    <message>
        <source>Split joint</source>
        <translation>Gelenk trennen</translation>
    </message>
    <message>
        <source>A number in the unit shown, or an expression: 12 cm, 30 deg, 2*L1</source>
        <translation>Eine Zahl in der gezeigten Einheit oder ein Ausdruck: 12 cm, 30 deg, 2*L1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>The name in files, tables and messages</source>
        <translation>Der Name in Dateien, Tabellen und Meldungen</translation>
    </message>
    <message>
        <source>Law</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>How it changes with time</source>
        <translation>Wie es sich mit der Zeit ändert</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Anfangswert</translation>
    </message>
    <message>
        <source>Value at the start</source>
        <translation>Wert zu Beginn</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Change per second; 60 rpm for a speed of rotation</source>
        <translation>Änderung je Sekunde; 60 rpm für eine Drehzahl</translation>
    </message>
    <message>
        <source>Amplitude</source>
        <translation>Amplitude</translation>
    </message>
    <message>
        <source>Largest distance from the offset</source>
        <translation>Größter Abstand vom Anfangswert</translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation>Frequenz</translation>
    </message>
    <message>
        <source>Of the oscillation; 2 Hz is two periods per second</source>
        <translation>Der Schwingung; 2 Hz sind zwei Perioden je Sekunde</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Of the oscillation at the start</source>
        <translation>Der Schwingung zu Beginn</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>What the window and the gallery call the model</source>
        <translation>Wie Fenster und Galerie das Modell nennen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>What the model is about</source>
        <translation>Worum es in dem Modell geht</translation>
    </message>
    <message>
        <source>Gravity</source>
        <translation>Schwerkraft</translation>
    </message>
    <message>
        <source>Acceleration of free fall: x, y, z</source>
        <translation>Fallbeschleunigung: x, y, z</translation>
    </message>
    <message>
        <source>Inertia</source>
        <translation>Trägheit</translation>
    </message>
    <message>
        <source>About the centre of mass: Jxx, Jyy, Jzz, or these and Jxy, Jxz, Jyz</source>
        <translation>Um den Schwerpunkt: Jxx, Jyy, Jzz, oder dazu Jxy, Jxz, Jyz</translation>
    </message>
    <message>
        <source>give three moments, or three moments and three products</source>
        <translation>geben Sie drei Trägheitsmomente an, oder dazu drei Deviationsmomente</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>a density is a positive number in kg/m³</source>
        <translation>eine Dichte ist eine positive Zahl in kg/m³</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masse</translation>
    </message>
    <message>
        <source>Centre of mass</source>
        <translation>Schwerpunkt</translation>
    </message>
    <message>
        <source>From the body&apos;s origin, in its axes: x, y, z</source>
        <translation>Vom Ursprung des Körpers in seinen Achsen: x, y, z</translation>
    </message>
    <message>
        <source>Point %1</source>
        <translation>Punkt %1</translation>
    </message>
    <message>
        <source>A marker, from the body&apos;s origin in its axes: x, y, z</source>
        <translation>Eine Marke, vom Ursprung des Körpers in seinen Achsen: x, y, z</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>#rrggbb, or empty for the next of the series</source>
        <translation>#rrggbb, oder leer für die nächste der Reihe</translation>
    </message>
    <message>
        <source>Starts at</source>
        <translation>Beginnt bei</translation>
    </message>
    <message>
        <source>Where its origin is placed in the world before loops are closed</source>
        <translation>Wo sein Ursprung in der Welt liegt, bevor Schleifen geschlossen werden</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>The marker whose z is the joint&apos;s axis</source>
        <translation>Die Marke, deren z die Achse des Gelenks ist</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Zu</translation>
    </message>
    <message>
        <source>The marker that moves</source>
        <translation>Die Marke, die sich bewegt</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Between the two points</source>
        <translation>Zwischen den beiden Punkten</translation>
    </message>
    <message>
        <source>Starts with</source>
        <translation>Beginnt mit</translation>
    </message>
    <message>
        <source>Joint speed at time 0</source>
        <translation>Gelenkgeschwindigkeit zur Zeit 0</translation>
    </message>
    <message>
        <source>Drives</source>
        <translation>Treibt</translation>
    </message>
    <message>
        <source>The joint that it moves</source>
        <translation>Das Gelenk, das bewegt wird</translation>
    </message>
    <message>
        <source>Where it acts on one body</source>
        <translation>Wo sie an einem Körper angreift</translation>
    </message>
    <message>
        <source>Where it acts on the other body</source>
        <translation>Wo sie am anderen Körper angreift</translation>
    </message>
    <message>
        <source>Stiffness</source>
        <translation>Steifigkeit</translation>
    </message>
    <message>
        <source>Tension per length</source>
        <translation>Zugkraft je Länge</translation>
    </message>
    <message>
        <source>Damping</source>
        <translation>Dämpfung</translation>
    </message>
    <message>
        <source>Tension per speed</source>
        <translation>Zugkraft je Geschwindigkeit</translation>
    </message>
    <message>
        <source>Free length</source>
        <translation>Freie Länge</translation>
    </message>
    <message>
        <source>Where the spring is at rest</source>
        <translation>Wo die Feder entspannt ist</translation>
    </message>
    <message>
        <source>Preload</source>
        <translation>Vorspannung</translation>
    </message>
    <message>
        <source>Tension at the free length</source>
        <translation>Zugkraft bei freier Länge</translation>
    </message>
    <message>
        <source>Torque per angle</source>
        <translation>Moment je Winkel</translation>
    </message>
    <message>
        <source>Torque per speed</source>
        <translation>Moment je Geschwindigkeit</translation>
    </message>
    <message>
        <source>Rest angle</source>
        <translation>Ruhewinkel</translation>
    </message>
    <message>
        <source>Force per length</source>
        <translation>Kraft je Länge</translation>
    </message>
    <message>
        <source>Force per speed</source>
        <translation>Kraft je Geschwindigkeit</translation>
    </message>
    <message>
        <source>At</source>
        <translation>An</translation>
    </message>
    <message>
        <source>Where it acts</source>
        <translation>Wo sie angreift</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>x, y, z; its length does not matter</source>
        <translation>x, y, z; die Länge spielt keine Rolle</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Angular</source>
        <translation>Drehend</translation>
    </message>
    <message>
        <source>Torque per angular speed</source>
        <translation>Moment je Winkelgeschwindigkeit</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Of the parameter, in SI units</source>
        <translation>Des Parameters, in SI-Einheiten</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Shown beside the slider</source>
        <translation>Neben dem Schieber gezeigt</translation>
    </message>
    <message>
        <source>give a number or an expression, like 12 cm or 2*L</source>
        <translation>geben Sie eine Zahl oder einen Ausdruck an, wie 12 cm oder 2*L</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Lage</translation>
    </message>
    <message>
        <source>Velocity</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Ang. velocity</source>
        <translation>Winkelgeschw.</translation>
    </message>
    <message>
        <source>Euler par.</source>
        <translation>Euler-Par.</translation>
    </message>
    <message>
        <source>|Reaction force|</source>
        <translation>|Reaktionskraft|</translation>
    </message>
    <message>
        <source>Reaction force</source>
        <translation>Reaktionskraft</translation>
    </message>
    <message>
        <source>Reaction torque</source>
        <translation>Reaktionsmoment</translation>
    </message>
    <message>
        <source>spring-damper</source>
        <translation>Feder-Dämpfer</translation>
    </message>
    <message>
        <source>joint torque</source>
        <translation>Gelenkmoment</translation>
    </message>
    <message>
        <source>axial force</source>
        <translation>Axialkraft</translation>
    </message>
    <message>
        <source>applied torque</source>
        <translation>eingeprägtes Moment</translation>
    </message>
    <message>
        <source>applied force</source>
        <translation>eingeprägte Kraft</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>Widerstand</translation>
    </message>
    <message>
        <source>body</source>
        <translation>Körper</translation>
    </message>
    <message>
        <source>%1 joint</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>prescribed motion</source>
        <translation>vorgegebene Bewegung</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>About Momentree</source>
        <translation>Über Momentree</translation>
    </message>
    <message>
        <source>&lt;h2&gt;Momentree&lt;/h2&gt;&lt;p&gt;A desktop laboratory for multibody dynamics: open a linkage, choose how its equations are formed, and watch motion, energy, drift and the time each phase takes.&lt;/p&gt;&lt;p&gt;The program is free software under the GNU General Public License 3 or later; the solver, the renderer and the models are under the Apache License 2.0.&lt;/p&gt;</source>
        <translation>&lt;h2&gt;Momentree&lt;/h2&gt;&lt;p&gt;Ein Labor für Mehrkörperdynamik: einen Mechanismus öffnen, wählen, wie seine Gleichungen gebildet werden, und Bewegung, Energie, Drift und die Zeit jeder Phase verfolgen.&lt;/p&gt;&lt;p&gt;Das Programm ist freie Software unter der GNU General Public License 3 oder neuer; Löser, Darstellung und Modelle stehen unter der Apache License 2.0.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>Versionen kopieren</translation>
    </message>
    <message>
        <source>Print the drawing</source>
        <translation>Zeichnung drucken</translation>
    </message>
    <message>
        <source>joint %1</source>
        <translation>Gelenk %1</translation>
    </message>
    <message>
        <source>marker %1.%2</source>
        <translation>Marke %1.%2</translation>
    </message>
    <message>
        <source>centre of mass of %1</source>
        <translation>Schwerpunkt von %1</translation>
    </message>
    <message>
        <source>point of %1 at %2, %3</source>
        <translation>Punkt von %1 bei %2, %3</translation>
    </message>
    <message>
        <source>Acceleration</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>Reaction</source>
        <translation>Reaktion</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>a change of its length</source>
        <translation>eine Änderung seiner Länge</translation>
    </message>
    <message>
        <source>shifts along %1</source>
        <translation>Verschiebungen längs %1</translation>
    </message>
    <message>
        <source>turns about %1</source>
        <translation>Drehungen um %1</translation>
    </message>
    <message>
        <source>leave out %1</source>
        <translation>ohne %1</translation>
    </message>
    <message>
        <source>make %1 %2 instead of %3</source>
        <translation>%1 als %2 statt %3</translation>
    </message>
    <message>
        <source>%1 forbids %2, which the rest of its loop forbids too.</source>
        <translation>%1 verbietet %2, die der Rest seiner Schleife schon verbietet.</translation>
    </message>
    <message>
        <source>%1: nothing redundant is left.</source>
        <translation>%1: nichts Überzähliges bleibt.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 redundant constraints left.</source>
        <translation>%1: %2 von %3 überzähligen Bindungen bleiben.</translation>
    </message>
    <message>
        <source>a rod holds two points apart, and these are in one place: draw it with the rod tool</source>
        <translation>Ein Stab hält zwei Punkte auseinander, diese liegen aufeinander: mit dem Stabwerkzeug zeichnen</translation>
    </message>
    <message>
        <source>along %1%2</source>
        <translation>längs %1%2</translation>
    </message>
    <message>
        <source>through %1</source>
        <translation>durch %1</translation>
    </message>
    <message>
        <source>across the axis of %1</source>
        <translation>quer zur Achse von %1</translation>
    </message>
    <message>
        <source>give three numbers or expressions: x, y, z</source>
        <translation>drei Zahlen oder Ausdrücke angeben: x, y, z</translation>
    </message>
    <message>
        <source>an axis has a direction: not all three can be 0</source>
        <translation>Eine Achse hat eine Richtung: Nicht alle drei dürfen 0 sein</translation>
    </message>
    <message>
        <source>something else of the model is to be repaired first</source>
        <translation>Zuerst ist etwas anderes am Modell zu richten</translation>
    </message>
    <message>
        <source>What the joint lets move. Another type moves nothing</source>
        <translation>Was das Gelenk beweglich lässt. Eine andere Art bewegt nichts</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>x, y, z of its direction in the axes of %1; its length does not matter.
Dragging the knob on the axis or the axis tool do the same</source>
        <translation>x, y, z der Richtung in den Achsen von %1; ihre Länge ist gleich.
Der Knopf an der Achse und das Achsenwerkzeug tun dasselbe</translation>
    </message>
    <message>
        <source>On ground at</source>
        <translation>Am Gestell bei</translation>
    </message>
    <message>
        <source>tolerance %1</source>
        <translation>Toleranz %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>ab %1</translation>
    </message>
    <message>
        <source>all bodies</source>
        <translation>alle Körper</translation>
    </message>
    <message>
        <source>ground</source>
        <translation>Gestell</translation>
    </message>
    <message>
        <source>%1 bodies, joined across %2</source>
        <translation>%1 Körper, verbunden über %2</translation>
    </message>
    <message>
        <source>A single body; its inboard joint is %1</source>
        <translation>Ein einzelner Körper; sein inneres Gelenk ist %1</translation>
    </message>
    <message>
        <source>A branch: absorbed by the body that carries it</source>
        <translation>Ein Zweig: aufgenommen von dem Körper, der ihn trägt</translation>
    </message>
    <message>
        <source>not timed</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>%1, thread %2</source>
        <translation>%1, Thread %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;Model&lt;/b&gt;&lt;p&gt;Everything the model is made of. What is selected here is selected in the picture too; F2 renames, a drag onto a plot draws its quantities.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Modell&lt;/b&gt;&lt;p&gt;Alles, woraus das Modell besteht. Was hier gewählt ist, ist auch im Bild gewählt; F2 benennt um, in eine Kurventafel gezogen wird gezeichnet, was es tut.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Properties&lt;/b&gt;&lt;p&gt;What can be changed of the selected element: numbers, numbers with units (12 cm, 30 deg) or expressions of parameters (2*L1). Below stands what it does at the shown time.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Eigenschaften&lt;/b&gt;&lt;p&gt;Was am gewählten Element zu ändern ist: Zahlen, Zahlen mit Einheiten (12 cm, 30 deg) oder Ausdrücke aus Parametern (2*L1). Darunter steht, was es zum gezeigten Zeitpunkt tut.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Parameters&lt;/b&gt;&lt;p&gt;Named numbers that expressions use. A slider changes one of them while the mechanism moves.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Parameter&lt;/b&gt;&lt;p&gt;Benannte Zahlen, die Ausdrücke verwenden. Ein Schieber ändert eine davon, während der Mechanismus sich bewegt.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;History&lt;/b&gt;&lt;p&gt;Every step since the file was opened; a click goes back to it. Saving keeps the history.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Verlauf&lt;/b&gt;&lt;p&gt;Jeder Schritt, seit die Datei geöffnet wurde; ein Klick führt dorthin zurück. Speichern behält den Verlauf.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Messages&lt;/b&gt;&lt;p&gt;Everything that went wrong or looks odd, with its place in the file.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Meldungen&lt;/b&gt;&lt;p&gt;Alles, was misslang oder seltsam aussieht, mit seiner Stelle in der Datei.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Constraint x-ray&lt;/b&gt;&lt;p&gt;Which joints hold more than needed, what would cure that, and every motion that is left, one by one.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Durchleuchtung&lt;/b&gt;&lt;p&gt;Welche Gelenke mehr halten als nötig, was Abhilfe schafft, und jede verbliebene Bewegung, eine nach der anderen.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Runs&lt;/b&gt;&lt;p&gt;Other formulations, steps and parameters of the same model beside the run on screen: ghosts in the picture, curves in the plots.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Läufe&lt;/b&gt;&lt;p&gt;Andere Formulierungen, Schritte und Parameter desselben Modells neben dem gezeigten Lauf: Schatten im Bild, Kurven in den Tafeln.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Board&lt;/b&gt;&lt;p&gt;Asks a board, real or simulated, what it can do and tests it.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Board&lt;/b&gt;&lt;p&gt;Fragt ein Board, echt oder simuliert, was es kann, und prüft es.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Offloading&lt;/b&gt;&lt;p&gt;Software beside the board: times by phase, and what another board would cost.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Auslagern&lt;/b&gt;&lt;p&gt;Software neben dem Board: Zeiten nach Phasen, und was ein anderes Board kosten würde.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Lessons&lt;/b&gt;&lt;p&gt;Guided experiments with the live window.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Lektionen&lt;/b&gt;&lt;p&gt;Geführte Versuche im lebenden Fenster.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Energy&lt;/b&gt;&lt;p&gt;Kinetic, potential and total energy as they are computed. A drag over the plot goes to that time.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Energie&lt;/b&gt;&lt;p&gt;Kinetische, potentielle und gesamte Energie, während sie berechnet werden. Ziehen über der Tafel führt zu jener Zeit.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Drift&lt;/b&gt;&lt;p&gt;How far the constraints of position, velocity and acceleration are violated. Small is good; growth tells of a bad step or method.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Drift&lt;/b&gt;&lt;p&gt;Wie weit die Zwangsbedingungen von Lage, Geschwindigkeit und Beschleunigung verletzt sind. Klein ist gut; Wachstum verrät einen schlechten Schritt oder ein schlechtes Verfahren.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Quantities&lt;/b&gt;&lt;p&gt;Whatever is dragged here or picked from the list. Two cursors measure differences.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Größen&lt;/b&gt;&lt;p&gt;Was immer hierher gezogen oder aus der Liste gewählt wird. Zwei Cursor messen Unterschiede.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Phase portrait&lt;/b&gt;&lt;p&gt;One quantity against another.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Phasenporträt&lt;/b&gt;&lt;p&gt;Eine Größe über einer anderen.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Phase times&lt;/b&gt;&lt;p&gt;Where the time of a step goes.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Phasenzeiten&lt;/b&gt;&lt;p&gt;Wohin die Zeit eines Schritts geht.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Pre&amp;ferences…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Theme, language, size, units and files, set once and for all</source>
        <translation>Thema, Sprache, Größe, Einheiten und Dateien, ein für alle Mal</translation>
    </message>
    <message>
        <source>&amp;What&apos;s this?</source>
        <translation>&amp;Was ist das?</translation>
    </message>
    <message>
        <source>Explains what is clicked next</source>
        <translation>Erklärt, was als Nächstes angeklickt wird</translation>
    </message>
    <message>
        <source>&amp;Tour of the window</source>
        <translation>&amp;Rundgang durch das Fenster</translation>
    </message>
    <message>
        <source>Four places of the window and what they are for</source>
        <translation>Vier Stellen des Fensters und wozu sie da sind</translation>
    </message>
    <message>
        <source>&amp;Zoom in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Shows the picture larger</source>
        <translation>Zeigt das Bild größer</translation>
    </message>
    <message>
        <source>Zoom o&amp;ut</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Shows the picture smaller</source>
        <translation>Zeigt das Bild kleiner</translation>
    </message>
    <message>
        <source>&lt;b&gt;The picture&lt;/b&gt;&lt;p&gt;The mechanism at the shown time. Drag a joint and the mechanism follows; a right drag turns the view, a middle drag moves it, the wheel zooms. A right click offers paths, vectors and plots of what is there.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Das Bild&lt;/b&gt;&lt;p&gt;Der Mechanismus zum gezeigten Zeitpunkt. Ziehen Sie an einem Gelenk, und der Mechanismus folgt; Ziehen mit der rechten Taste dreht die Ansicht, mit der mittleren verschiebt es sie, das Rad vergrößert. Ein Rechtsklick bietet Bahnen, Vektoren und Kurven dessen, was dort ist.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>It moves</source>
        <translation>Es bewegt sich</translation>
    </message>
    <message>
        <source>This mechanism is being computed as you watch. Space pauses and plays, the arrow keys step, and the slider below goes back in time.</source>
        <translation>Dieser Mechanismus wird berechnet, während Sie zusehen. Die Leertaste hält an und spielt ab, die Pfeiltasten gehen Schritt für Schritt, und der Schieber darunter führt in der Zeit zurück.</translation>
    </message>
    <message>
        <source>How good is it?</source>
        <translation>Wie gut ist das?</translation>
    </message>
    <message>
        <source>Energy and drift of the constraints, live. Any other quantity can be dragged here from the model, or picked by a right click.</source>
        <translation>Energie und Drift der Zwangsbedingungen, laufend. Jede andere Größe lässt sich aus dem Modell hierher ziehen oder mit einem Rechtsklick wählen.</translation>
    </message>
    <message>
        <source>Draw your own</source>
        <translation>Selbst zeichnen</translation>
    </message>
    <message>
        <source>Ctrl+N begins a drawing. L draws links, G holds them to ground, M drives a joint, S is a spring. Every step can be undone.</source>
        <translation>Strg+N beginnt eine Zeichnung. L zeichnet Glieder, G hält sie am Gestell, M treibt ein Gelenk an, S ist eine Feder. Jeder Schritt lässt sich zurücknehmen.</translation>
    </message>
    <message>
        <source>Compare and learn</source>
        <translation>Vergleichen und lernen</translation>
    </message>
    <message>
        <source>Choose how the equations are formed and solved, and run others beside it. Ctrl+G opens guided lessons, Ctrl+K finds any command, F1 explains.</source>
        <translation>Wählen Sie, wie die Gleichungen aufgestellt und gelöst werden, und lassen Sie andere daneben laufen. Strg+G öffnet geführte Lektionen, Strg+K findet jeden Befehl, F1 erklärt.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Inside the algorithm&lt;/b&gt;&lt;p&gt;How the formulation computes the shown instant: equations, matrices and threads, node by node.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Im Inneren des Algorithmus&lt;/b&gt;&lt;p&gt;Wie die Formulierung den gezeigten Zeitpunkt berechnet: Gleichungen, Matrizen und Threads, Knoten für Knoten.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%1 drives it, and would have to turn what slides or the other way round: delete the motor first</source>
        <translation>%1 treibt es an und müsste drehen, was gleitet, oder umgekehrt: zuerst den Motor löschen</translation>
    </message>
    <message>
        <source>Of the body. A typed mass stays when the shape changes; the inertia goes with it
unless that was typed too. A density lets the mass follow from the shape again</source>
        <translation>Des Körpers. Eine eingegebene Masse bleibt, wenn sich die Form ändert; die Trägheit geht mit,
wenn sie nicht auch eingegeben wurde. Eine Dichte lässt die Masse wieder der Form folgen</translation>
    </message>
    <message>
        <source>Of the link as it is drawn: mass, centre of mass and inertia follow from the shape.
Empty where they were typed; a number here lets them follow again. Aluminium 2700, steel 7850</source>
        <translation>Des Glieds, wie es gezeichnet ist: Masse, Schwerpunkt und Trägheit folgen aus der Form.
Leer, wo sie eingegeben wurden; eine Zahl hier lässt sie wieder folgen. Aluminium 2700, Stahl 7850</translation>
    </message>
    <message>
        <source>this body has no shape: no markers that span it</source>
        <translation>dieser Körper hat keine Form: keine Marker, die ihn aufspannen</translation>
    </message>
    <message>
        <source>%1 slides and %2 turns: delete it and place a motor on %2</source>
        <translation>%1 schiebt und %2 dreht sich: löschen und einen Motor auf %2 setzen</translation>
    </message>
    <message>
        <source>%1 turns and %2 slides: delete it and place a motor on %2</source>
        <translation>%1 dreht und %2 gleitet: löschen und einen Motor auf %2 setzen</translation>
    </message>
    <message>
        <source>%1 is no unit for this, which is measured in %2</source>
        <translation>%1 ist keine Einheit hierfür; gemessen wird in %2</translation>
    </message>
    <message>
        <source>the other joints do not let it start there; the nearest is %1</source>
        <translation>die anderen Gelenke lassen es dort nicht beginnen; am nächsten ist %1</translation>
    </message>
    <message>
        <source>Where it is held: x, y, z.
A number in the unit shown, or an expression: 12 cm, 30 deg, 2*L1</source>
        <translation>Wo es gehalten ist: x, y, z.
Eine Zahl in der gezeigten Einheit oder ein Ausdruck: 12 cm, 30 deg, 2*L1</translation>
    </message>
    <message>
        <source>Starting angle</source>
        <translation>Anfangswinkel</translation>
    </message>
    <message>
        <source>Starting displacement</source>
        <translation>Anfangsverschiebung</translation>
    </message>
    <message>
        <source>Of the joint at time 0: the mechanism is moved there and starts there. Empty: as it is drawn.
A number in the unit shown, or an expression: 30 deg, 2*L1</source>
        <translation>Des Gelenks zur Zeit 0: der Mechanismus wird dorthin bewegt und beginnt dort. Leer: wie gezeichnet.
Eine Zahl in der gezeigten Einheit oder ein Ausdruck: 30 deg, 2*L1</translation>
    </message>
    <message>
        <source>a length is positive</source>
        <translation>eine Länge ist positiv</translation>
    </message>
    <message>
        <source>the points are placed by %1: change that, or the parameters in it</source>
        <translation>die Punkte liegen nach %1: das ändern, oder die Parameter darin</translation>
    </message>
    <message>
        <source>From %1 to %2, which moves. Joints stay together: the mechanism is put together again.
A number in the unit shown, or an expression: 12 cm, 2*L1</source>
        <translation>Von %1 bis %2, das sich bewegt. Gelenke bleiben beisammen: der Mechanismus wird neu zusammengesetzt.
Eine Zahl in der gezeigten Einheit oder ein Ausdruck: 12 cm, 2*L1</translation>
    </message>
    <message>
        <source>it stands upright on the plane of x and y and has no angle in it</source>
        <translation>es steht senkrecht auf der Ebene von x und y und hat darin keinen Winkel</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>Winkel</translation>
    </message>
    <message>
        <source>At the start, of the line from %1 to %2 to the x axis. The mechanism follows, as when it is dragged.
A number in the unit shown, or an expression: 30 deg</source>
        <translation>Am Anfang, der Geraden von %1 nach %2 zur x-Achse. Der Mechanismus folgt wie beim Ziehen.
Eine Zahl in der gezeigten Einheit oder ein Ausdruck: 30 deg</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 Glied</translation>
    </message>
    <message>
        <source>%1 links</source>
        <translation>%1 Glieder</translation>
    </message>
    <message>
        <source>1 joint</source>
        <translation>1 Gelenk</translation>
    </message>
    <message>
        <source>%1 joints</source>
        <translation>%1 Gelenke</translation>
    </message>
    <message>
        <source>1 motion</source>
        <translation>1 Bewegung</translation>
    </message>
    <message>
        <source>%1 motions</source>
        <translation>%1 Bewegungen</translation>
    </message>
    <message>
        <source>1 force</source>
        <translation>1 Kraft</translation>
    </message>
    <message>
        <source>%1 forces</source>
        <translation>%1 Kräfte</translation>
    </message>
    <message>
        <source>1 parameter</source>
        <translation>1 Parameter</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>%1 was not opened</source>
        <translation>%1 wurde nicht geöffnet</translation>
    </message>
    <message>
        <source>That was cancelled; what is shown is what was open before.</source>
        <translation>Das wurde abgebrochen; zu sehen ist, was vorher offen war.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>The run was not prepared</source>
        <translation>Der Lauf wurde nicht vorbereitet</translation>
    </message>
    <message>
        <source>That was cancelled: the drawing is as it was, and its motion is not computed yet.</source>
        <translation>Das wurde abgebrochen: die Zeichnung ist, wie sie war, und ihre Bewegung ist noch nicht berechnet.</translation>
    </message>
    <message>
        <source>Prepare it</source>
        <translation>Vorbereiten</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>Preparing the run</source>
        <translation>Der Lauf wird vorbereitet</translation>
    </message>
    <message>
        <source>The loops were not closed</source>
        <translation>Die Schleifen wurden nicht geschlossen</translation>
    </message>
    <message>
        <source>That was cancelled: the drawing is as it was, but until its loops are closed nothing moves and its degrees of freedom are not known.</source>
        <translation>Das wurde abgebrochen: die Zeichnung ist, wie sie war, aber bis ihre Schleifen geschlossen sind, bewegt sich nichts, und ihre Freiheitsgrade sind unbekannt.</translation>
    </message>
    <message>
        <source>Close the loops</source>
        <translation>Schleifen schließen</translation>
    </message>
    <message>
        <source>Closing %1 loops</source>
        <translation>%1 Schleifen werden geschlossen</translation>
    </message>
    <message>
        <source>The x-ray was not finished</source>
        <translation>Das Röntgenbild wurde nicht fertig</translation>
    </message>
    <message>
        <source>That was cancelled: redundant constraints and their cures are not known for this pose.</source>
        <translation>Das wurde abgebrochen: überzählige Bindungen und ihre Abhilfen sind für diese Lage unbekannt.</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal suchen</translation>
    </message>
    <message>
        <source>Looking for redundant constraints</source>
        <translation>Überzählige Bindungen werden gesucht</translation>
    </message>
    <message>
        <source>&amp;Cancel what is computed</source>
        <translation>Laufende Berechnung ab&amp;brechen</translation>
    </message>
    <message>
        <source>Gives up opening, closing loops or the x-ray</source>
        <translation>Bricht Öffnen, Schließen der Schleifen oder das Röntgenbild ab</translation>
    </message>
    <message>
        <source>Picture behind the drawing</source>
        <translation>Bild hinter der Zeichnung</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>Bilder (%1)</translation>
    </message>
    <message>
        <source>Compare with a motion</source>
        <translation>Mit einer Bewegung vergleichen</translation>
    </message>
    <message>
        <source>Tables of a run (*.csv)</source>
        <translation>Tabellen eines Laufs (*.csv)</translation>
    </message>
    <message>
        <source>%1 cannot be compared with</source>
        <translation>Mit %1 lässt sich nicht vergleichen</translation>
    </message>
    <message>
        <source>there is no run to compare it with: open or draw a model first</source>
        <translation>es gibt keinen Lauf zum Vergleichen: zuerst ein Modell öffnen oder zeichnen</translation>
    </message>
    <message>
        <source>The curves of %1 are beside those of the run in every plot</source>
        <translation>Die Kurven von %1 stehen in jedem Diagramm neben denen des Laufs</translation>
    </message>
    <message>
        <source>Not all of %1 is compared</source>
        <translation>Nicht alles aus %1 wird verglichen</translation>
    </message>
    <message>
        <source>&amp;Background picture…</source>
        <translation>&amp;Hintergrundbild…</translation>
    </message>
    <message>
        <source>A photo or drawing behind the mechanism, to draw over; a PNG, JPEG or SVG dropped on the picture does the same</source>
        <translation>Ein Foto oder eine Zeichnung hinter dem Mechanismus, zum Abzeichnen; PNG, JPEG oder SVG, auf das Bild gezogen, tut dasselbe</translation>
    </message>
    <message>
        <source>%1 lies behind the drawing; this program remembers it, the model file does not hold it</source>
        <translation>%1 liegt hinter der Zeichnung; das Programm merkt es sich, die Modelldatei enthält es nicht</translation>
    </message>
    <message>
        <source>%1 cannot be the background picture</source>
        <translation>%1 kann nicht das Hintergrundbild sein</translation>
    </message>
    <message>
        <source>Compare with a t&amp;able…</source>
        <translation>Mit T&amp;abelle vergleichen…</translation>
    </message>
    <message>
        <source>Curves of a motion from a CSV file beside those of the run; one dropped on the window does the same</source>
        <translation>Kurven einer Bewegung aus einer CSV-Datei neben denen des Laufs; eine aufs Fenster gezogene tut dasselbe</translation>
    </message>
    <message>
        <source>Remove compare&amp;d tables</source>
        <translation>&amp;Verglichene Tabellen entfernen</translation>
    </message>
    <message>
        <source>Takes the curves of files out of the plots</source>
        <translation>Nimmt die Kurven aus Dateien aus den Diagrammen</translation>
    </message>
    <message>
        <source>a colour is written #rrggbb, for example #2f6fbf, or left empty</source>
        <translation>eine Farbe wird #rrggbb geschrieben, zum Beispiel #2f6fbf, oder bleibt leer</translation>
    </message>
    <message>
        <source>Shift in x [%1]</source>
        <translation>Versatz in x [%1]</translation>
    </message>
    <message>
        <source>Shift in y [%1]</source>
        <translation>Versatz in y [%1]</translation>
    </message>
    <message>
        <source>Turn [%1]</source>
        <translation>Drehung [%1]</translation>
    </message>
    <message>
        <source>the joints do not let it point there; it gets to %1 %2</source>
        <translation>die Gelenke lassen es nicht dorthin zeigen; es kommt bis %1 %2</translation>
    </message>
    <message>
        <source>give one number or expression</source>
        <translation>eine Zahl oder einen Ausdruck angeben</translation>
    </message>
    <message>
        <source>give %1 values, separated by commas</source>
        <translation>%1 Werte angeben, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Shift to the right [%1]</source>
        <translation>Verschiebung nach rechts [%1]</translation>
    </message>
    <message>
        <source>Shift up [%1]</source>
        <translation>Verschiebung nach oben [%1]</translation>
    </message>
    <message>
        <source>Shift out of the plane [%1]</source>
        <translation>Verschiebung aus der Ebene [%1]</translation>
    </message>
    <message>
        <source>Shift in z [%1]</source>
        <translation>Verschiebung in z [%1]</translation>
    </message>
    <message>
        <source>About the normal of the work plane in its origin, from each copy to the next: 30 deg</source>
        <translation>Um die Normale der Arbeitsebene in ihrem Ursprung, von jeder Kopie zur nächsten: 30 deg</translation>
    </message>
    <message>
        <source>Merge joints</source>
        <translation>Gelenke vereinen</translation>
    </message>
    <message>
        <source>%1 is open by %2</source>
        <translation>%1 ist um %2 offen</translation>
    </message>
    <message>
        <source>revolute</source>
        <translation>Drehgelenk</translation>
    </message>
    <message>
        <source>prismatic</source>
        <translation>Schubgelenk</translation>
    </message>
    <message>
        <source>universal</source>
        <translation>Kreuzgelenk</translation>
    </message>
    <message>
        <source>cylindrical</source>
        <translation>Drehschubgelenk</translation>
    </message>
    <message>
        <source>spherical</source>
        <translation>Kugelgelenk</translation>
    </message>
    <message>
        <source>free</source>
        <translation>freies Gelenk</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>feste Verbindung</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>Abstandsgelenk</translation>
    </message>
    <message>
        <source>its own %1</source>
        <translation>der eigenen %1-Achse</translation>
    </message>
</context>
<context>
    <name>momentree::app::Actions</name>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <source>Finds and carries out any command by its name</source>
        <translation>Findet jeden Befehl nach seinem Namen und führt ihn aus</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Momentree</source>
        <translation>&amp;Über Momentree</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>Versionen und Lizenzen</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Neu</translation>
    </message>
    <message>
        <source>An empty drawing</source>
        <translation>Eine leere Zeichnung</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Example gallery…</source>
        <translation>&amp;Beispielgalerie…</translation>
    </message>
    <message>
        <source>Shows the examples that come with the program</source>
        <translation>Zeigt die mitgelieferten Beispiele</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Writes the model with the present run settings to its file; the history stays</source>
        <translation>Schreibt das Modell mit den jetzigen Einstellungen in seine Datei; der Verlauf bleibt</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Writes the model with the present run settings to another file</source>
        <translation>Schreibt das Modell mit den jetzigen Einstellungen in eine andere Datei</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>Neu &amp;laden</translation>
    </message>
    <message>
        <source>Reads the file again</source>
        <translation>Liest die Datei noch einmal</translation>
    </message>
    <message>
        <source>&amp;Picture of the scene…</source>
        <translation>&amp;Bild der Szene…</translation>
    </message>
    <message>
        <source>Writes the scene as it stands as a PNG picture</source>
        <translation>Schreibt die Szene, wie sie ist, als PNG-Bild</translation>
    </message>
    <message>
        <source>&amp;Results as CSV…</source>
        <translation>&amp;Ergebnisse als CSV…</translation>
    </message>
    <message>
        <source>Writes everything computed so far as a table, one row per sample</source>
        <translation>Schreibt alles bisher Berechnete als Tabelle, eine Zeile je Abtastung</translation>
    </message>
    <message>
        <source>Re&amp;port as JSON…</source>
        <translation>Be&amp;richt als JSON…</translation>
    </message>
    <message>
        <source>Writes settings, energy, drift and phase times of this run</source>
        <translation>Schreibt Einstellungen, Energie, Drift und Phasenzeiten dieses Laufs</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Closes the window</source>
        <translation>Schließt das Fenster</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Takes the last step back</source>
        <translation>Nimmt den letzten Schritt zurück</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Does again what was taken back</source>
        <translation>Tut noch einmal, was zurückgenommen wurde</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>Puts the selected links on the clipboard and removes them</source>
        <translation>Legt die gewählten Glieder in die Zwischenablage und entfernt sie</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Puts the selected links on the clipboard, as the text of a model</source>
        <translation>Legt die gewählten Glieder als Text eines Modells in die Zwischenablage</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Adds what is on the clipboard at the pointer</source>
        <translation>Fügt den Inhalt der Zwischenablage am Zeiger ein</translation>
    </message>
    <message>
        <source>D&amp;uplicate</source>
        <translation>&amp;Verdoppeln</translation>
    </message>
    <message>
        <source>Copies the selected links a little beside themselves</source>
        <translation>Kopiert die gewählten Glieder ein wenig neben sich selbst</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Deletes what is selected and all that hangs on it</source>
        <translation>Löscht die Auswahl und alles, was an ihr hängt</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>A&amp;lles auswählen</translation>
    </message>
    <message>
        <source>Selects all links and joints</source>
        <translation>Wählt alle Glieder und Gelenke</translation>
    </message>
    <message>
        <source>&amp;Leave tool</source>
        <translation>Werkzeu&amp;g verlassen</translation>
    </message>
    <message>
        <source>Leaves what is being drawn, then the tool, then the selection</source>
        <translation>Verlässt das Gezeichnete, dann das Werkzeug, dann die Auswahl</translation>
    </message>
    <message>
        <source>Mirror to the &amp;right</source>
        <translation>Nach rechts &amp;spiegeln</translation>
    </message>
    <message>
        <source>Copies the selected links mirrored in their right edge</source>
        <translation>Kopiert die gewählten Glieder, gespiegelt an ihrem rechten Rand</translation>
    </message>
    <message>
        <source>Mirror &amp;below</source>
        <translation>Nach &amp;unten spiegeln</translation>
    </message>
    <message>
        <source>Copies the selected links mirrored in their lower edge</source>
        <translation>Kopiert die gewählten Glieder, gespiegelt an ihrem unteren Rand</translation>
    </message>
    <message>
        <source>&amp;Array…</source>
        <translation>Re&amp;ihe…</translation>
    </message>
    <message>
        <source>Copies the selected links several times, in a row or in a circle</source>
        <translation>Kopiert die gewählten Glieder mehrmals, in einer Reihe oder im Kreis</translation>
    </message>
    <message>
        <source>Align in a ro&amp;w</source>
        <translation>&amp;Nebeneinander ausrichten</translation>
    </message>
    <message>
        <source>Brings the selected joints to the level of the first</source>
        <translation>Bringt die gewählten Gelenke auf die Höhe des ersten</translation>
    </message>
    <message>
        <source>Align in a col&amp;umn</source>
        <translation>Übe&amp;reinander ausrichten</translation>
    </message>
    <message>
        <source>Brings the selected joints above the first</source>
        <translation>Bringt die gewählten Gelenke über das erste</translation>
    </message>
    <message>
        <source>&amp;Split joint</source>
        <translation>Gelenk &amp;trennen</translation>
    </message>
    <message>
        <source>Takes the links apart that the selected joint holds together</source>
        <translation>Trennt die Glieder, die das gewählte Gelenk zusammenhält</translation>
    </message>
    <message>
        <source>&amp;Select</source>
        <translation>&amp;Auswählen</translation>
    </message>
    <message>
        <source>Selects and drags</source>
        <translation>Wählt und zieht</translation>
    </message>
    <message>
        <source>&amp;Link</source>
        <translation>&amp;Glied</translation>
    </message>
    <message>
        <source>Draws a bar from point to point</source>
        <translation>Zeichnet einen Stab von Punkt zu Punkt</translation>
    </message>
    <message>
        <source>Link &amp;shape</source>
        <translation>Gliedf&amp;orm</translation>
    </message>
    <message>
        <source>Draws a link with three or more corners</source>
        <translation>Zeichnet ein Glied mit drei oder mehr Ecken</translation>
    </message>
    <message>
        <source>&amp;Ground</source>
        <translation>G&amp;estell</translation>
    </message>
    <message>
        <source>Sl&amp;ider</source>
        <translation>Schie&amp;ber</translation>
    </message>
    <message>
        <source>Draws a block that slides on a line</source>
        <translation>Zeichnet einen Klotz, der auf einer Geraden gleitet</translation>
    </message>
    <message>
        <source>Sp&amp;ring</source>
        <translation>&amp;Feder</translation>
    </message>
    <message>
        <source>Draws a spring with a little damping</source>
        <translation>Zeichnet eine Feder mit etwas Dämpfung</translation>
    </message>
    <message>
        <source>&amp;Damper</source>
        <translation>&amp;Dämpfer</translation>
    </message>
    <message>
        <source>Draws a damper</source>
        <translation>Zeichnet einen Dämpfer</translation>
    </message>
    <message>
        <source>&amp;Motor</source>
        <translation>&amp;Motor</translation>
    </message>
    <message>
        <source>Turns a hinge or pushes a slider steadily</source>
        <translation>Dreht ein Gelenk oder schiebt einen Schieber gleichmäßig</translation>
    </message>
    <message>
        <source>&amp;Force</source>
        <translation>&amp;Kraft</translation>
    </message>
    <message>
        <source>Draws a force on a link</source>
        <translation>Zeichnet eine Kraft an einem Glied</translation>
    </message>
    <message>
        <source>&amp;Torque</source>
        <translation>Momen&amp;t</translation>
    </message>
    <message>
        <source>Places a torque on a link</source>
        <translation>Setzt ein Moment auf ein Glied</translation>
    </message>
    <message>
        <source>Mo&amp;ve the mechanism</source>
        <translation>Mechanismus &amp;bewegen</translation>
    </message>
    <message>
        <source>Dragging moves the mechanism as its joints allow</source>
        <translation>Ziehen bewegt den Mechanismus, wie es seine Gelenke erlauben</translation>
    </message>
    <message>
        <source>R&amp;eshape</source>
        <translation>&amp;Umformen</translation>
    </message>
    <message>
        <source>Dragging changes lengths and places of joints</source>
        <translation>Ziehen ändert Längen und Orte von Gelenken</translation>
    </message>
    <message>
        <source>&amp;To the start</source>
        <translation>Zum &amp;Anfang</translation>
    </message>
    <message>
        <source>Exact reset: back to time 0 with an empty history</source>
        <translation>Genau zurück: Zeit 0 und leerer Verlauf</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>Schritt &amp;zurück</translation>
    </message>
    <message>
        <source>Shows the sample before this one</source>
        <translation>Zeigt die Abtastung davor</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>Ab&amp;spielen</translation>
    </message>
    <message>
        <source>Plays or pauses</source>
        <translation>Spielt ab oder hält an</translation>
    </message>
    <message>
        <source>Step &amp;forward</source>
        <translation>Schritt &amp;vor</translation>
    </message>
    <message>
        <source>Shows the next sample; at the end of the history computes one more</source>
        <translation>Zeigt die nächste Abtastung; am Ende des Verlaufs wird noch eine berechnet</translation>
    </message>
    <message>
        <source>To the &amp;newest</source>
        <translation>Zum &amp;Neuesten</translation>
    </message>
    <message>
        <source>Follows the run again after looking back</source>
        <translation>Folgt nach dem Zurückblicken wieder dem Lauf</translation>
    </message>
    <message>
        <source>&amp;Loop</source>
        <translation>S&amp;chleife</translation>
    </message>
    <message>
        <source>What has come to its end is shown again from the start</source>
        <translation>Was zu Ende ist, wird wieder von vorn gezeigt</translation>
    </message>
    <message>
        <source>F&amp;aster</source>
        <translation>Sch&amp;neller</translation>
    </message>
    <message>
        <source>Next higher speed</source>
        <translation>Nächsthöhere Geschwindigkeit</translation>
    </message>
    <message>
        <source>&amp;Slower</source>
        <translation>&amp;Langsamer</translation>
    </message>
    <message>
        <source>Next lower speed</source>
        <translation>Nächstniedrigere Geschwindigkeit</translation>
    </message>
    <message>
        <source>&amp;Real time</source>
        <translation>&amp;Echtzeit</translation>
    </message>
    <message>
        <source>One simulated second per second</source>
        <translation>Eine simulierte Sekunde je Sekunde</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>&amp;Einpassen</translation>
    </message>
    <message>
        <source>Shows the whole mechanism</source>
        <translation>Zeigt den ganzen Mechanismus</translation>
    </message>
    <message>
        <source>Fro&amp;nt</source>
        <translation>&amp;Vorn</translation>
    </message>
    <message>
        <source>Looks against z at x and y</source>
        <translation>Blickt gegen z auf x und y</translation>
    </message>
    <message>
        <source>&amp;Top</source>
        <translation>&amp;Oben</translation>
    </message>
    <message>
        <source>Looks from above</source>
        <translation>Blickt von oben</translation>
    </message>
    <message>
        <source>&amp;Side</source>
        <translation>&amp;Seite</translation>
    </message>
    <message>
        <source>Looks from the right</source>
        <translation>Blickt von rechts</translation>
    </message>
    <message>
        <source>&amp;Isometric</source>
        <translation>&amp;Isometrisch</translation>
    </message>
    <message>
        <source>Looks from a corner, for spatial mechanisms</source>
        <translation>Blickt von einer Ecke, für räumliche Mechanismen</translation>
    </message>
    <message>
        <source>&amp;Joints</source>
        <translation>&amp;Gelenke</translation>
    </message>
    <message>
        <source>Draws the joints</source>
        <translation>Zeichnet die Gelenke</translation>
    </message>
    <message>
        <source>&amp;Centres of mass</source>
        <translation>&amp;Schwerpunkte</translation>
    </message>
    <message>
        <source>Draws the centres of mass</source>
        <translation>Zeichnet die Schwerpunkte</translation>
    </message>
    <message>
        <source>Gra&amp;vity</source>
        <translation>Sch&amp;werkraft</translation>
    </message>
    <message>
        <source>Draws the direction of gravity</source>
        <translation>Zeichnet die Richtung der Schwerkraft</translation>
    </message>
    <message>
        <source>F&amp;orces</source>
        <translation>&amp;Kräfte</translation>
    </message>
    <message>
        <source>Draws springs, forces and torques</source>
        <translation>Zeichnet Federn, Kräfte und Momente</translation>
    </message>
    <message>
        <source>&amp;Labels</source>
        <translation>&amp;Beschriftungen</translation>
    </message>
    <message>
        <source>Writes the names of bodies</source>
        <translation>Schreibt die Namen der Körper</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>Gi&amp;tter</translation>
    </message>
    <message>
        <source>Draws the grid</source>
        <translation>Zeichnet das Gitter</translation>
    </message>
    <message>
        <source>&amp;Axes</source>
        <translation>&amp;Achsen</translation>
    </message>
    <message>
        <source>Draws the axes of the world</source>
        <translation>Zeichnet die Achsen der Welt</translation>
    </message>
    <message>
        <source>S&amp;ystem</source>
        <translation>S&amp;ystem</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>Hell oder dunkel wie die Arbeitsfläche</translation>
    </message>
    <message>
        <source>L&amp;ight</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Dark on light</source>
        <translation>Dunkel auf hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Light on dark</source>
        <translation>Hell auf dunkel</translation>
    </message>
    <message>
        <source>P&amp;hase times</source>
        <translation>&amp;Phasenzeiten</translation>
    </message>
    <message>
        <source>Shows or hides the time per phase of a step</source>
        <translation>Zeigt oder verbirgt die Zeit je Phase eines Schritts</translation>
    </message>
    <message>
        <source>&amp;Plots</source>
        <translation>&amp;Kurven</translation>
    </message>
    <message>
        <source>Shows or hides the plots of energy and drift</source>
        <translation>Zeigt oder verbirgt die Kurven von Energie und Drift</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>Vo&amp;llbild</translation>
    </message>
    <message>
        <source>The window on the whole screen</source>
        <translation>Das Fenster auf dem ganzen Bildschirm</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Puts every panel back to its first place</source>
        <translation>Setzt alle Tafeln an ihren ersten Platz</translation>
    </message>
    <message>
        <source>Drawing as &amp;SVG…</source>
        <translation>Zeichnung als &amp;SVG …</translation>
    </message>
    <message>
        <source>Writes the mechanism as a line drawing that stays sharp at any size</source>
        <translation>Schreibt den Mechanismus als Strichzeichnung, die in jeder Größe scharf bleibt</translation>
    </message>
    <message>
        <source>Drawing as P&amp;DF…</source>
        <translation>Zeichnung als P&amp;DF …</translation>
    </message>
    <message>
        <source>Writes the line drawing on a page of its own</source>
        <translation>Schreibt die Strichzeichnung auf eine eigene Seite</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>&amp;Drucken …</translation>
    </message>
    <message>
        <source>Prints the line drawing</source>
        <translation>Druckt die Strichzeichnung</translation>
    </message>
    <message>
        <source>T&amp;race this point</source>
        <translation>Bahn dieses &amp;Punkts</translation>
    </message>
    <message>
        <source>Draws the path of the point under the cursor or of what is selected, or stops doing so</source>
        <translation>Zeichnet die Bahn des Punkts unter dem Zeiger oder des Gewählten oder hört damit auf</translation>
    </message>
    <message>
        <source>C&amp;lear all traces</source>
        <translation>Alle Bahnen &amp;löschen</translation>
    </message>
    <message>
        <source>Traces no point</source>
        <translation>Zeichnet keine Bahn mehr</translation>
    </message>
    <message>
        <source>&amp;Velocities</source>
        <translation>Ge&amp;schwindigkeiten</translation>
    </message>
    <message>
        <source>Draws the velocities of the centres of mass</source>
        <translation>Zeichnet die Geschwindigkeiten der Schwerpunkte</translation>
    </message>
    <message>
        <source>A&amp;ccelerations</source>
        <translation>&amp;Beschleunigungen</translation>
    </message>
    <message>
        <source>Draws the accelerations of the centres of mass</source>
        <translation>Zeichnet die Beschleunigungen der Schwerpunkte</translation>
    </message>
    <message>
        <source>R&amp;eactions</source>
        <translation>&amp;Reaktionen</translation>
    </message>
    <message>
        <source>Draws the forces that joints put on their second bodies</source>
        <translation>Zeichnet die Kräfte, die Gelenke auf ihren zweiten Körper ausüben</translation>
    </message>
    <message>
        <source>&amp;Dimensions</source>
        <translation>&amp;Maße</translation>
    </message>
    <message>
        <source>Writes lengths and angles into planar drawings</source>
        <translation>Schreibt Längen und Winkel in ebene Zeichnungen</translation>
    </message>
    <message>
        <source>Constraint &amp;x-ray</source>
        <translation>Bindungen durch&amp;leuchten</translation>
    </message>
    <message>
        <source>Shows which joints hold more than needed, what cures that, and every free motion</source>
        <translation>Zeigt, welche Gelenke mehr halten als nötig, was dagegen hilft, und jede freie Bewegung</translation>
    </message>
    <message>
        <source>R&amp;obot as URDF…</source>
        <translation>R&amp;oboter als URDF…</translation>
    </message>
    <message>
        <source>Writes a model without loops as a robot description</source>
        <translation>Schreibt ein Modell ohne Schleifen als Roboterbeschreibung</translation>
    </message>
    <message>
        <source>Joins a link to ground</source>
        <translation>Verbindet ein Glied mit dem Gestell</translation>
    </message>
    <message>
        <source>&amp;Joint</source>
        <translation>&amp;Gelenk</translation>
    </message>
    <message>
        <source>Joins two links where they meet; makes a joint one of the chosen type</source>
        <translation>Verbindet zwei Glieder, wo sie sich treffen; gibt einem Gelenk die gewählte Art</translation>
    </message>
    <message>
        <source>R&amp;od</source>
        <translation>&amp;Stab</translation>
    </message>
    <message>
        <source>Draws a massless rod that keeps two points apart</source>
        <translation>Zeichnet einen masselosen Stab, der zwei Punkte auseinanderhält</translation>
    </message>
    <message>
        <source>&amp;Axis</source>
        <translation>&amp;Achse</translation>
    </message>
    <message>
        <source>Turns the axis of a joint to a point, along a link or across the work plane</source>
        <translation>Dreht die Achse eines Gelenks zu einem Punkt, längs eines Glieds oder quer zur Arbeitsebene</translation>
    </message>
    <message>
        <source>Plane &amp;xy</source>
        <translation>Ebene &amp;xy</translation>
    </message>
    <message>
        <source>Draw in the plane of x and y</source>
        <translation>In der Ebene von x und y zeichnen</translation>
    </message>
    <message>
        <source>Plane x&amp;z</source>
        <translation>Ebene x&amp;z</translation>
    </message>
    <message>
        <source>Draw in the plane of x and z</source>
        <translation>In der Ebene von x und z zeichnen</translation>
    </message>
    <message>
        <source>Plane &amp;yz</source>
        <translation>Ebene &amp;yz</translation>
    </message>
    <message>
        <source>Draw in the plane of y and z</source>
        <translation>In der Ebene von y und z zeichnen</translation>
    </message>
    <message>
        <source>Plane through the &amp;link</source>
        <translation>Ebene durch das &amp;Glied</translation>
    </message>
    <message>
        <source>Draw in the plane of the selected link</source>
        <translation>In der Ebene des gewählten Glieds zeichnen</translation>
    </message>
    <message>
        <source>Plane across the &amp;axis</source>
        <translation>Ebene quer zur &amp;Achse</translation>
    </message>
    <message>
        <source>Draw in the plane normal to the axis of the selected joint</source>
        <translation>In der Ebene quer zur Achse des gewählten Gelenks zeichnen</translation>
    </message>
    <message>
        <source>Joints that are drawn from now on are of this type</source>
        <translation>Gelenke, die von jetzt an gezeichnet werden, sind von dieser Art</translation>
    </message>
    <message>
        <source>&amp;Revolute</source>
        <translation>&amp;Drehgelenk</translation>
    </message>
    <message>
        <source>&amp;Spherical</source>
        <translation>&amp;Kugelgelenk</translation>
    </message>
    <message>
        <source>&amp;Universal</source>
        <translation>Kreu&amp;zgelenk</translation>
    </message>
    <message>
        <source>&amp;Cylindrical</source>
        <translation>D&amp;rehschubgelenk</translation>
    </message>
    <message>
        <source>&amp;Prismatic</source>
        <translation>&amp;Schubgelenk</translation>
    </message>
    <message>
        <source>&amp;Fixed</source>
        <translation>&amp;Feste Verbindung</translation>
    </message>
    <message>
        <source>S&amp;quare to the work plane</source>
        <translation>Se&amp;nkrecht auf die Arbeitsebene</translation>
    </message>
    <message>
        <source>Looks straight at the work plane</source>
        <translation>Blickt gerade auf die Arbeitsebene</translation>
    </message>
    <message>
        <source>Shows the keys of all commands, to be looked up and changed</source>
        <translation>Zeigt die Tasten aller Befehle zum Nachschlagen und Ändern</translation>
    </message>
    <message>
        <source>&amp;Movie…</source>
        <translation>&amp;Film …</translation>
    </message>
    <message>
        <source>Makes a movie, an animated GIF or a sequence of pictures of this run</source>
        <translation>Macht aus diesem Lauf einen Film, ein bewegtes GIF oder eine Bildfolge</translation>
    </message>
    <message>
        <source>Add &amp;bookmark</source>
        <translation>&amp;Lesezeichen setzen</translation>
    </message>
    <message>
        <source>Marks the shown time on the time slider</source>
        <translation>Merkt die gezeigte Zeit auf dem Zeitschieber</translation>
    </message>
    <message>
        <source>Ne&amp;xt bookmark</source>
        <translation>Nä&amp;chstes Lesezeichen</translation>
    </message>
    <message>
        <source>Shows the next marked time</source>
        <translation>Zeigt die nächste gemerkte Zeit</translation>
    </message>
    <message>
        <source>Pre&amp;vious bookmark</source>
        <translation>Vo&amp;riges Lesezeichen</translation>
    </message>
    <message>
        <source>Shows the marked time before this one</source>
        <translation>Zeigt die gemerkte Zeit davor</translation>
    </message>
    <message>
        <source>&amp;Memory of the record…</source>
        <translation>&amp;Speicher der Aufzeichnung …</translation>
    </message>
    <message>
        <source>How much of a run is kept before older samples are thinned out</source>
        <translation>Wie viel von einem Lauf bleibt, bevor ältere Werte ausgedünnt werden</translation>
    </message>
    <message>
        <source>&amp;New plot</source>
        <translation>&amp;Neue Kurven</translation>
    </message>
    <message>
        <source>Opens a further panel that plots any quantities</source>
        <translation>Öffnet ein weiteres Feld, das beliebige Größen zeigt</translation>
    </message>
    <message>
        <source>Phase portra&amp;it</source>
        <translation>&amp;Phasenbild</translation>
    </message>
    <message>
        <source>Plots one quantity against another, or a Poincaré section</source>
        <translation>Zeigt eine Größe über einer anderen oder einen Poincaré-Schnitt</translation>
    </message>
    <message>
        <source>&amp;Runs to compare</source>
        <translation>&amp;Läufe zum Vergleich</translation>
    </message>
    <message>
        <source>Shows or hides the panel of runs: other formulations, steps and parameters beside the run on screen</source>
        <translation>Zeigt oder verbirgt das Feld der Läufe: andere Formulierungen, Schritte und Parameter neben dem Lauf im Bild</translation>
    </message>
    <message>
        <source>&amp;Fork here</source>
        <translation>Hier ver&amp;zweigen</translation>
    </message>
    <message>
        <source>A new run that starts from the state shown, with settings of your choice</source>
        <translation>Ein neuer Lauf, der vom gezeigten Zustand ausgeht, mit Einstellungen nach Wahl</translation>
    </message>
    <message>
        <source>G&amp;hosts of other runs</source>
        <translation>&amp;Schatten anderer Läufe</translation>
    </message>
    <message>
        <source>Draws the runs beside the one on screen translucent in the same scene</source>
        <translation>Zeichnet die Läufe neben dem im Bild durchscheinend in dieselbe Szene</translation>
    </message>
    <message>
        <source>Drift &amp;microscope</source>
        <translation>Drift&amp;mikroskop</translation>
    </message>
    <message>
        <source>Draws the joints torn apart, their drift magnified by a power of ten</source>
        <translation>Zeichnet die Gelenke auseinandergerissen, ihre Drift um eine Zehnerpotenz vergrößert</translation>
    </message>
    <message>
        <source>&amp;Formulations, integrators, backends</source>
        <translation>&amp;Formulierungen, Integratoren, Rechenwerke</translation>
    </message>
    <message>
        <source>Equations, symbols, sources and limits of what computes this run</source>
        <translation>Gleichungen, Zeichen, Quellen und Grenzen dessen, was diesen Lauf rechnet</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>Guided lessons beside the live window</source>
        <translation>Geführte Lektionen neben dem lebenden Fenster</translation>
    </message>
    <message>
        <source>&amp;Next in the lesson</source>
        <translation>&amp;Weiter in der Lektion</translation>
    </message>
    <message>
        <source>Answer, run or next step of the lesson</source>
        <translation>Antwort, Lauf oder nächster Schritt der Lektion</translation>
    </message>
    <message>
        <source>&amp;Back in the lesson</source>
        <translation>&amp;Zurück in der Lektion</translation>
    </message>
    <message>
        <source>The step of the lesson before</source>
        <translation>Der vorige Schritt der Lektion</translation>
    </message>
    <message>
        <source>&amp;Instructor mode</source>
        <translation>&amp;Vortragsansicht</translation>
    </message>
    <message>
        <source>The lesson in large type for the projector, nothing beside it but the scene; Esc leaves</source>
        <translation>Die Lektion in großer Schrift für den Projektor, daneben nur das Bild; Esc beendet</translation>
    </message>
    <message>
        <source>&amp;Inside the algorithm</source>
        <translation>Im &amp;Inneren des Algorithmus</translation>
    </message>
    <message>
        <source>Shows how the formulation computes one instant: its tree, equations, matrices and threads</source>
        <translation>Zeigt, wie die Formulierung einen Zeitpunkt berechnet: Baum, Gleichungen, Matrizen und Threads</translation>
    </message>
    <message>
        <source>Results as &amp;HDF5…</source>
        <translation>Ergebnisse als &amp;HDF5 …</translation>
    </message>
    <message>
        <source>Writes everything recorded with units and settings, also what no table has: momenta, multipliers, iterations, phase times</source>
        <translation>Schreibt alles Aufgezeichnete mit Einheiten und Einstellungen, auch was keine Tabelle hat: Impulse, Multiplikatoren, Iterationen, Zeiten der Phasen</translation>
    </message>
    <message>
        <source>Series for Para&amp;View…</source>
        <translation>Folge für Para&amp;View …</translation>
    </message>
    <message>
        <source>Writes the motion as VTK files: links with velocities, joints with forces and moments</source>
        <translation>Schreibt die Bewegung als VTK-Dateien: Glieder mit Geschwindigkeiten, Gelenke mit Kräften und Momenten</translation>
    </message>
    <message>
        <source>Opens a model or a reference case, or imports a robot (URDF)</source>
        <translation>Öffnet ein Modell oder einen Referenzfall oder importiert einen Roboter (URDF)</translation>
    </message>
    <message>
        <source>Mer&amp;ge joints</source>
        <translation>Gelenke ver&amp;einen</translation>
    </message>
    <message>
        <source>Brings the selected joints to the first and joins their links there</source>
        <translation>Bringt die gewählten Gelenke zum ersten und verbindet ihre Glieder dort</translation>
    </message>
</context>
<context>
    <name>momentree::app::AddRunDialog</name>
    <message>
        <source>Add a run</source>
        <translation>Lauf hinzufügen</translation>
    </message>
    <message>
        <source>Fork at %1</source>
        <translation>Bei %1 verzweigen</translation>
    </message>
    <message>
        <source>Add run</source>
        <translation>Lauf hinzufügen</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>Verzweigen</translation>
    </message>
    <message>
        <source>Formulation</source>
        <translation>Formulierung</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Rechenwerk</translation>
    </message>
    <message>
        <source>Integrator</source>
        <translation>Integrator</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Another value of this parameter, 12 cm or 2*L for example; empty leaves it as it is</source>
        <translation>Ein anderer Wert dieses Parameters, etwa 12 cm oder 2*L; leer bleibt er, wie er ist</translation>
    </message>
    <message>
        <source>Added %1</source>
        <translation>%1 hinzugefügt</translation>
    </message>
</context>
<context>
    <name>momentree::app::AxisGrip</name>
    <message>
        <source>Turn the axis of %1</source>
        <translation>Achse von %1 drehen</translation>
    </message>
    <message>
        <source>Turn the axis</source>
        <translation>Achse drehen</translation>
    </message>
</context>
<context>
    <name>momentree::app::AxisTool</name>
    <message>
        <source>Click the joint first whose axis is to be turned</source>
        <translation>Zuerst das Gelenk anklicken, dessen Achse gedreht werden soll</translation>
    </message>
    <message>
        <source>This joint has no axis to turn</source>
        <translation>Dieses Gelenk hat keine Achse, die man drehen könnte</translation>
    </message>
    <message>
        <source>This gives no direction: click a point, a link or a joint elsewhere</source>
        <translation>Das ergibt keine Richtung: einen Punkt, ein Glied oder ein Gelenk anderswo anklicken</translation>
    </message>
    <message>
        <source>Turn the axis of %1</source>
        <translation>Achse von %1 drehen</translation>
    </message>
    <message>
        <source>Click the joint whose axis is to be turned</source>
        <translation>Das Gelenk anklicken, dessen Achse gedreht werden soll</translation>
    </message>
    <message>
        <source>Click a point or a link that the axis goes along · the joint again: across the plane · Shift: parallel to another joint&apos;s axis</source>
        <translation>Einen Punkt oder ein Glied anklicken, wohin die Achse zeigt · nochmals das Gelenk: quer zur Ebene · Umschalt: parallel zur Achse eines anderen Gelenks</translation>
    </message>
</context>
<context>
    <name>momentree::app::BackdropPanel</name>
    <message>
        <source>Background picture</source>
        <translation>Hintergrundbild</translation>
    </message>
    <message>
        <source>Another picture…</source>
        <translation>Anderes Bild…</translation>
    </message>
    <message>
        <source>Takes another picture in its place</source>
        <translation>Nimmt ein anderes Bild an seiner Stelle</translation>
    </message>
    <message>
        <source>Remove the picture</source>
        <translation>Bild entfernen</translation>
    </message>
    <message>
        <source>Takes the picture away; its file stays</source>
        <translation>Nimmt das Bild weg; seine Datei bleibt</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Puts these fields away; the picture stays.
View ▸ Background picture brings them back</source>
        <translation>Räumt diese Felder weg; das Bild bleibt.
Ansicht ▸ Hintergrundbild bringt sie zurück</translation>
    </message>
    <message>
        <source>Of the middle of the picture, in its plane</source>
        <translation>Der Mitte des Bilds, in seiner Ebene</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Of the picture: 350 mm, 2*L1. Its height follows</source>
        <translation>Des Bilds: 350 mm, 2*L1. Die Höhe folgt</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>Deckkraft</translation>
    </message>
    <message>
        <source>How strong the picture is</source>
        <translation>Wie kräftig das Bild ist</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Drag the picture to its place</source>
        <translation>Das Bild an seinen Ort ziehen</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>Click both ends of a length that you know, and type how long it is</source>
        <translation>Beide Enden einer bekannten Länge anklicken und eingeben, wie lang sie ist</translation>
    </message>
    <message>
        <source>Marked length</source>
        <translation>Markierte Länge</translation>
    </message>
    <message>
        <source>How long it is: 120 mm</source>
        <translation>Wie lang sie ist: 120 mm</translation>
    </message>
    <message>
        <source>Give a length above zero: 350 mm, 2*L1</source>
        <translation>Eine Länge über null angeben: 350 mm, 2*L1</translation>
    </message>
    <message>
        <source>Give a length: 12 cm, -0.3 m, 2*L1</source>
        <translation>Eine Länge angeben: 12 cm, -0.3 m, 2*L1</translation>
    </message>
    <message>
        <source>Drag the picture to its place; Esc ends</source>
        <translation>Das Bild an seinen Ort ziehen; Esc beendet</translation>
    </message>
    <message>
        <source>How long is the marked length?</source>
        <translation>Wie lang ist die markierte Länge?</translation>
    </message>
    <message>
        <source>Click both ends of a length that you know; Esc ends</source>
        <translation>Beide Enden einer bekannten Länge anklicken; Esc beendet</translation>
    </message>
</context>
<context>
    <name>momentree::app::Board</name>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message>
        <source>Delete %1 elements</source>
        <translation>%1 Elemente löschen</translation>
    </message>
    <message>
        <source>Size and angle of what is being drawn</source>
        <translation>Größe und Winkel dessen, was gezeichnet wird</translation>
    </message>
    <message>
        <source>Press L and drag out a link, or open an example with Ctrl+E</source>
        <translation>L drücken und ein Glied aufziehen, oder mit Strg+E ein Beispiel öffnen</translation>
    </message>
    <message>
        <source>Drawing goes on at the start of the motion, which is shown now</source>
        <translation>Gezeichnet wird am Anfang der Bewegung; der ist jetzt zu sehen</translation>
    </message>
    <message>
        <source>Place on the work plane</source>
        <translation>Ort auf der Arbeitsebene</translation>
    </message>
    <message>
        <source>Give a place by two lengths: 20 cm, 5 cm</source>
        <translation>Einen Ort durch zwei Längen angeben: 20 cm, 5 cm</translation>
    </message>
    <message>
        <source>Give a size, or a size and an angle: %1</source>
        <translation>Eine Größe angeben, oder eine Größe und einen Winkel: %1</translation>
    </message>
    <message>
        <source>Plain numbers are in %1</source>
        <translation>Reine Zahlen gelten in %1</translation>
    </message>
    <message>
        <source>Plain numbers are in %1, the angle in %2</source>
        <translation>Reine Zahlen gelten in %1, der Winkel in %2</translation>
    </message>
    <message>
        <source>%1: 20 cm, 5 cm</source>
        <translation>%1: 20 cm, 5 cm</translation>
    </message>
    <message>
        <source>The decimal sign is a point, 1.5; two values are separated by a comma and a space: %1</source>
        <translation>Das Dezimalzeichen ist ein Punkt, 1.5; zwei Werte trennt ein Komma mit Leerzeichen: %1</translation>
    </message>
</context>
<context>
    <name>momentree::app::BoardOverlay</name>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>angle of %1</source>
        <translation>Winkel von %1</translation>
    </message>
    <message>
        <source>total energy</source>
        <translation>Gesamtenergie</translation>
    </message>
    <message>
        <source>Compute both</source>
        <translation>Beide berechnen</translation>
    </message>
    <message>
        <source>Computes the model on screen on the board and on this PC, with the same steps</source>
        <translation>Berechnet das Modell im Bild auf dem Board und auf diesem PC mit denselben Schritten</translation>
    </message>
    <message>
        <source>Shown quantity</source>
        <translation>Gezeigte Größe</translation>
    </message>
    <message>
        <source>Board and PC with the same steps, over each other.</source>
        <translation>Board und PC mit denselben Schritten übereinander.</translation>
    </message>
    <message>
        <source>board</source>
        <translation>Board</translation>
    </message>
    <message>
        <source>this PC, double</source>
        <translation>dieser PC, doppelt genau</translation>
    </message>
    <message>
        <source>this PC, soft engine</source>
        <translation>dieser PC, Nachbildung</translation>
    </message>
    <message>
        <source>board − double</source>
        <translation>Board − doppelt genau</translation>
    </message>
    <message>
        <source>board − soft engine</source>
        <translation>Board − Nachbildung</translation>
    </message>
    <message>
        <source>Computing on %1 and here…</source>
        <translation>Rechnet auf %1 und hier …</translation>
    </message>
    <message>
        <source>difference [%1]</source>
        <translation>Unterschied [%1]</translation>
    </message>
    <message>
        <source>Board and double precision part by at most %1 %2; </source>
        <translation>Board und doppelte Genauigkeit weichen um höchstens %1 %2 ab; </translation>
    </message>
    <message>
        <source>board and soft engine are the same to the last bit.</source>
        <translation>Board und Nachbildung sind bis aufs letzte Bit gleich.</translation>
    </message>
    <message>
        <source>board and soft engine by %1 %2.</source>
        <translation>Board und Nachbildung um %1 %2.</translation>
    </message>
</context>
<context>
    <name>momentree::app::BoardPanel</name>
    <message>
        <source>measured on the board</source>
        <translation>auf dem Board gemessen</translation>
    </message>
    <message>
        <source>measured on the agent&apos;s machine</source>
        <translation>auf dem Rechner des Agenten gemessen</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>modelliert</translation>
    </message>
    <message>
        <source>software model, bit for bit</source>
        <translation>Softwaremodell, Bit für Bit</translation>
    </message>
    <message>
        <source>simulated hardware</source>
        <translation>simulierte Hardware</translation>
    </message>
    <message>
        <source>programmable logic (UIO)</source>
        <translation>programmierbare Logik (UIO)</translation>
    </message>
    <message>
        <source>programmable logic (/dev/mem)</source>
        <translation>programmierbare Logik (/dev/mem)</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>What the board said</source>
        <translation>Was das Board sagte</translation>
    </message>
    <message>
        <source>Log of the board</source>
        <translation>Protokoll des Boards</translation>
    </message>
    <message>
        <source>What happens between this program and the board is noted here.</source>
        <translation>Was zwischen diesem Programm und dem Board geschieht, steht hier.</translation>
    </message>
    <message>
        <source>not asked yet</source>
        <translation>noch nicht gefragt</translation>
    </message>
    <message>
        <source>Address of the board</source>
        <translation>Adresse des Boards</translation>
    </message>
    <message>
        <source>HOST:PORT</source>
        <translation>RECHNER:PORT</translation>
    </message>
    <message>
        <source>virtual-board: an agent that this program starts itself.
HOST:PORT: a momentree-board on another machine, usually port 7420.</source>
        <translation>virtual-board: ein Agent, den dieses Programm selbst startet.
RECHNER:PORT: ein momentree-board auf einem anderen Rechner, meist Port 7420.</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Asks the board who it is and how fast it answers</source>
        <translation>Fragt das Board, wer es ist und wie schnell es antwortet</translation>
    </message>
    <message>
        <source>Self test</source>
        <translation>Selbsttest</translation>
    </message>
    <message>
        <source>Lets the board test itself</source>
        <translation>Lässt das Board sich selbst prüfen</translation>
    </message>
    <message>
        <source>Use for this run</source>
        <translation>Für diesen Lauf nehmen</translation>
    </message>
    <message>
        <source>Computes the run on screen on this board, by hdca in single precision</source>
        <translation>Rechnet den gezeigten Lauf auf diesem Board, mit hdca in einfacher Genauigkeit</translation>
    </message>
    <message>
        <source>testing itself…</source>
        <translation>prüft sich selbst…</translation>
    </message>
    <message>
        <source>connecting…</source>
        <translation>wird verbunden…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>self test asked for</source>
        <translation>um Selbsttest gebeten</translation>
    </message>
    <message>
        <source>asked who it is</source>
        <translation>gefragt, wer es ist</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Noch einmal fragen</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>%1: answers in %2 µs</source>
        <translation>%1: antwortet in %2 µs</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Computes on</source>
        <translation>Rechnet auf</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Rechenwerk</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>Its times are</source>
        <translation>Seine Zeiten sind</translation>
    </message>
    <message>
        <source>Register access</source>
        <translation>Registerzugriff</translation>
    </message>
    <message>
        <source>write %1 ns, read %2 ns (modelled)</source>
        <translation>schreiben %1 ns, lesen %2 ns (modelliert)</translation>
    </message>
    <message>
        <source>Answers in</source>
        <translation>Antwortet in</translation>
    </message>
    <message>
        <source>%1 µs (measured, round trip)</source>
        <translation>%1 µs (gemessen, hin und zurück)</translation>
    </message>
    <message>
        <source>Bodies</source>
        <translation>Körper</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>passed. %1</source>
        <translation>bestanden. %1</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>gescheitert: %1</translation>
    </message>
    <message>
        <source>self test: %1 failed: %2</source>
        <translation>Selbsttest: %1 gescheitert: %2</translation>
    </message>
    <message>
        <source>write %1 ns, read %2 ns (%3)</source>
        <translation>schreiben %1 ns, lesen %2 ns (%3)</translation>
    </message>
    <message>
        <source>computing the run</source>
        <translation>rechnet den Lauf</translation>
    </message>
    <message>
        <source>has computed the run</source>
        <translation>hat den Lauf gerechnet</translation>
    </message>
    <message>
        <source>the run stopped: %1</source>
        <translation>der Lauf hielt an: %1</translation>
    </message>
    <message>
        <source>holds the run</source>
        <translation>hält den Lauf</translation>
    </message>
    <message>
        <source>update, assembly and inverse one by one</source>
        <translation>Update, Assembly und Inverse einzeln</translation>
    </message>
    <message>
        <source>batches, on %1 adders and %2 multipliers</source>
        <translation>ganze Läufe, auf %1 Addierern und %2 Multiplizierern</translation>
    </message>
    <message>
        <source>registers are handed out</source>
        <translation>gibt Register frei</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen …</translation>
    </message>
    <message>
        <source>Shows software beside the board: times, waterfall, trajectories, report</source>
        <translation>Zeigt Software neben dem Board: Zeiten, Wasserfall, Bahnen, Bericht</translation>
    </message>
    <message>
        <source>How the board computes</source>
        <translation>Wie das Board rechnet</translation>
    </message>
    <message>
        <source>In one batch</source>
        <translation>Auf einmal</translation>
    </message>
    <message>
        <source>Phase by phase</source>
        <translation>Phase für Phase</translation>
    </message>
    <message>
        <source>In one batch: the whole run is ordered at once and its samples stream back.
Phase by phase: this PC calls update, assembly and inverse of every step one by one, for comparison.</source>
        <translation>Auf einmal: Der ganze Lauf wird in einem Auftrag bestellt, seine Werte strömen zurück.
Phase für Phase: Dieser PC ruft Update, Assembly und Inverse jedes Schritts einzeln auf, zum Vergleich.</translation>
    </message>
    <message>
        <source>Reconnect and go on</source>
        <translation>Neu verbinden und fortfahren</translation>
    </message>
    <message>
        <source>Connects anew and computes what is left of the run</source>
        <translation>Verbindet sich neu und rechnet, was vom Lauf noch fehlt</translation>
    </message>
    <message>
        <source>Looks for agents that run on this machine</source>
        <translation>Sucht Agenten, die auf diesem Rechner laufen</translation>
    </message>
    <message>
        <source>no agent runs on this machine</source>
        <translation>auf diesem Rechner läuft kein Agent</translation>
    </message>
    <message>
        <source>agents on this machine: %1</source>
        <translation>Agenten auf diesem Rechner: %1</translation>
    </message>
    <message>
        <source>Can do</source>
        <translation>Kann</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>%1 frames, %2 bytes received; %3 errors</source>
        <translation>%1 Rahmen, %2 Byte empfangen; %3 Fehler</translation>
    </message>
    <message>
        <source>phase by phase</source>
        <translation>Phase für Phase</translation>
    </message>
    <message>
        <source>in one batch</source>
        <translation>auf einmal</translation>
    </message>
    <message>
        <source>computing %1: %2 of %3 s, %4 steps taken, %5 steps/s</source>
        <translation>rechnet %1: %2 von %3 s, %4 Schritte getan, %5 Schritte/s</translation>
    </message>
    <message>
        <source>ready; the self test passed, %1 checks</source>
        <translation>bereit; der Selbsttest ist bestanden, %1 Prüfungen</translation>
    </message>
    <message>
        <source>%1 of %2 checks failed, as told below</source>
        <translation>%1 von %2 Prüfungen sind fehlgeschlagen, siehe unten</translation>
    </message>
</context>
<context>
    <name>momentree::app::Bookmarks</name>
    <message>
        <source>Bookmark %1</source>
        <translation>Lesezeichen %1</translation>
    </message>
</context>
<context>
    <name>momentree::app::BusyStatus</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Gives up what is being computed; the document stays as it is</source>
        <translation>Bricht ab, was gerade berechnet wird; das Dokument bleibt, wie es ist</translation>
    </message>
    <message>
        <source> · %1 s</source>
        <translation> · %1 s</translation>
    </message>
    <message>
        <source> · %1 more</source>
        <translation> · %1 weitere</translation>
    </message>
    <message>
        <source>Cancel: %1</source>
        <translation>Abbrechen: %1</translation>
    </message>
</context>
<context>
    <name>momentree::app::ChoiceCombo</name>
    <message>
        <source>Not here: %1</source>
        <translation>Hier nicht: %1</translation>
    </message>
</context>
<context>
    <name>momentree::app::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>Schreiben Sie, was Sie tun wollen</translation>
    </message>
    <message>
        <source>Search of commands</source>
        <translation>Suche nach Befehlen</translation>
    </message>
    <message>
        <source>No command is called that</source>
        <translation>So heißt kein Befehl</translation>
    </message>
</context>
<context>
    <name>momentree::app::CurveChart</name>
    <message>
        <source>dots on the lower edge: exactly 0</source>
        <translation>Punkte am unteren Rand: genau 0</translation>
    </message>
    <message>
        <source>negative values are not on a log axis</source>
        <translation>negative Werte stehen nicht auf einer logarithmischen Achse</translation>
    </message>
    <message>
        <source>Δ %1, minus %2</source>
        <translation>Δ %1, minus %2</translation>
    </message>
</context>
<context>
    <name>momentree::app::DriftMicroscope</name>
    <message>
        <source>Drift drawn ×10%1</source>
        <translation>Drift gezeichnet ×10%1</translation>
    </message>
    <message>
        <source>Drift drawn ×10%1: joints stay closed</source>
        <translation>Drift gezeichnet ×10%1: Gelenke bleiben geschlossen</translation>
    </message>
    <message>
        <source>position</source>
        <translation>Lage</translation>
    </message>
    <message>
        <source>velocity</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>acceleration</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>momentree::app::EnergyPlot</name>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Show only the change of the total energy since the start, E − E₀.
Without damping, drives or applied forces it is the numerical error.</source>
        <translation>Zeigt nur die Änderung der Gesamtenergie seit Beginn, E − E₀.
Ohne Dämpfung, Antriebe und eingeprägte Kräfte ist sie der numerische Fehler.</translation>
    </message>
</context>
<context>
    <name>momentree::app::ExportForm</name>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Simulated time</source>
        <translation>Simulierte Zeit</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
</context>
<context>
    <name>momentree::app::FileCommands</name>
    <message>
        <source>Unsaved changes</source>
        <translation>Nicht gespeicherte Änderungen</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>Without saving they are lost.</source>
        <translation>Ohne Speichern sind sie verloren.</translation>
    </message>
    <message>
        <source>Open a model or a reference case</source>
        <translation>Ein Modell oder einen Referenzfall öffnen</translation>
    </message>
    <message>
        <source>Save the model</source>
        <translation>Das Modell speichern</translation>
    </message>
    <message>
        <source>Momentree models (*%1)</source>
        <translation>Momentree-Modelle (*%1)</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>untitled</source>
        <translation>unbenannt</translation>
    </message>
    <message>
        <source>%1 could not be written</source>
        <translation>%1 konnte nicht geschrieben werden</translation>
    </message>
    <message>
        <source>Export a picture of the scene</source>
        <translation>Ein Bild der Szene exportieren</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG-Bilder (*.png)</translation>
    </message>
    <message>
        <source>Picture written</source>
        <translation>Bild geschrieben</translation>
    </message>
    <message>
        <source>Export results</source>
        <translation>Ergebnisse exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>Results written</source>
        <translation>Ergebnisse geschrieben</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>Den Bericht exportieren</translation>
    </message>
    <message>
        <source>Reports (*.json)</source>
        <translation>Berichte (*.json)</translation>
    </message>
    <message>
        <source>Report written</source>
        <translation>Bericht geschrieben</translation>
    </message>
    <message>
        <source>%1 could not be opened</source>
        <translation>%1 konnte nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Export the drawing</source>
        <translation>Zeichnung exportieren</translation>
    </message>
    <message>
        <source>Drawing written</source>
        <translation>Zeichnung geschrieben</translation>
    </message>
    <message>
        <source>Models, reference cases and robots (*.json *.urdf);;All files (*)</source>
        <translation>Modelle, Referenzfälle und Roboter (*.json *.urdf);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Export as a robot description</source>
        <translation>Als Roboterbeschreibung ausgeben</translation>
    </message>
    <message>
        <source>Robots (*.urdf)</source>
        <translation>Roboter (*.urdf)</translation>
    </message>
    <message>
        <source>Robot written</source>
        <translation>Roboter geschrieben</translation>
    </message>
    <message>
        <source>Not all of it is in the robot</source>
        <translation>Nicht alles steht im Roboter</translation>
    </message>
    <message>
        <source>Export results as HDF5</source>
        <translation>Ergebnisse als HDF5 exportieren</translation>
    </message>
    <message>
        <source>HDF5 files (*.h5 *.hdf5)</source>
        <translation>HDF5-Dateien (*.h5 *.hdf5)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben …</translation>
    </message>
    <message>
        <source>Changed by another program</source>
        <translation>Von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>%1 was changed by another program since it was read.</source>
        <translation>%1 wurde seit dem Lesen von einem anderen Programm geändert.</translation>
    </message>
    <message>
        <source>Saving puts what is shown here in its place; what is there now is kept as %1.bak.</source>
        <translation>Speichern setzt das hier Gezeigte an seine Stelle; was jetzt dort steht, bleibt als %1.bak erhalten.</translation>
    </message>
</context>
<context>
    <name>momentree::app::Gallery</name>
    <message>
        <source>No examples were found beside the program.</source>
        <translation>Neben dem Programm wurden keine Beispiele gefunden.</translation>
    </message>
    <message>
        <source>Recent files and examples</source>
        <translation>Letzte Dateien und Beispiele</translation>
    </message>
</context>
<context>
    <name>momentree::app::GravityHandle</name>
    <message>
        <source>Turn gravity</source>
        <translation>Schwerkraft drehen</translation>
    </message>
    <message>
        <source>%1 m/s² at %2°</source>
        <translation>%1 m/s² bei %2°</translation>
    </message>
    <message>
        <source>Drag to turn gravity</source>
        <translation>Ziehen dreht die Schwerkraft</translation>
    </message>
</context>
<context>
    <name>momentree::app::HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
</context>
<context>
    <name>momentree::app::Inside</name>
    <message>
        <source>Board</source>
        <translation>Board</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>Computer</translation>
    </message>
    <message>
        <source>Nothing moves yet. Open an example with Ctrl+E or draw a link with L: this panel then shows how its formulation computes one instant.</source>
        <translation>Noch bewegt sich nichts. Öffnen Sie mit Strg+E ein Beispiel oder zeichnen Sie mit L ein Glied: dann zeigt dieses Feld, wie seine Formulierung einen Zeitpunkt berechnet.</translation>
    </message>
    <message>
        <source>Shows how the formulation computes the instant on screen.</source>
        <translation>Zeigt, wie die Formulierung den gezeigten Zeitpunkt berechnet.</translation>
    </message>
    <message>
        <source>Looking inside …</source>
        <translation>Wird untersucht …</translation>
    </message>
    <message>
        <source>%1 at %2 s</source>
        <translation>%1 bei %2 s</translation>
    </message>
    <message>
        <source>Nodes and threads: the same formulation on this computer. Board: how long a step took there, as this computer waited for it; taking rows over is transfer.</source>
        <translation>Knoten und Threads: dieselbe Formulierung auf diesem Computer. Board: wie lange ein Schritt dort dauerte, so wie dieser Computer darauf wartete; das Übernehmen der Zeilen zählt als Übertragung.</translation>
    </message>
    <message>
        <source>Of %1 threads %2 had work: with few bodies, or on a busy computer, one is as fast alone.</source>
        <translation>Von %1 Threads hatten %2 Arbeit: bei wenigen Körpern oder auf einem beschäftigten Computer ist einer allein so schnell.</translation>
    </message>
    <message>
        <source>One thread; the backend parallel shares the nodes between several.</source>
        <translation>Ein Thread; das Rechenwerk parallel verteilt die Knoten auf mehrere.</translation>
    </message>
    <message>
        <source>The nodes are those of one thread: the threads of naudet share larger pieces of the tree, which the timeline shows.</source>
        <translation>Die Knoten sind die eines Threads: Die Threads von naudet teilen sich größere Stücke des Baums, die der Zeitplan zeigt.</translation>
    </message>
</context>
<context>
    <name>momentree::app::InsidePanel</name>
    <message>
        <source>Look inside</source>
        <translation>Hineinsehen</translation>
    </message>
    <message>
        <source>To the first equation</source>
        <translation>Zur ersten Gleichung</translation>
    </message>
    <message>
        <source>Back by a node</source>
        <translation>Einen Knoten zurück</translation>
    </message>
    <message>
        <source>Back by an equation</source>
        <translation>Eine Gleichung zurück</translation>
    </message>
    <message>
        <source>Plays the evaluation node by node</source>
        <translation>Spielt die Auswertung Knoten für Knoten ab</translation>
    </message>
    <message>
        <source>On by an equation</source>
        <translation>Eine Gleichung weiter</translation>
    </message>
    <message>
        <source>On by a node</source>
        <translation>Einen Knoten weiter</translation>
    </message>
    <message>
        <source>To the last equation</source>
        <translation>Zur letzten Gleichung</translation>
    </message>
    <message>
        <source>Place in the evaluation</source>
        <translation>Stelle in der Auswertung</translation>
    </message>
    <message>
        <source>Looks inside again, at the instant shown</source>
        <translation>Sieht noch einmal hinein, zum gezeigten Zeitpunkt</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>Equations</source>
        <translation>Gleichungen</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Opens all nodes</source>
        <translation>Öffnet alle Knoten</translation>
    </message>
    <message>
        <source>Closes nodes until all fit</source>
        <translation>Schließt Knoten, bis alle Platz haben</translation>
    </message>
    <message>
        <source>Shows all of it</source>
        <translation>Zeigt alles</translation>
    </message>
    <message>
        <source>Colours by powers of ten</source>
        <translation>Farben nach Zehnerpotenzen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, round %2</source>
        <translation>%1, Runde %2</translation>
    </message>
    <message>
        <source>Ways to look at the evaluation</source>
        <translation>Ansichten der Auswertung</translation>
    </message>
</context>
<context>
    <name>momentree::app::Inspector</name>
    <message>
        <source>The model</source>
        <translation>Das Modell</translation>
    </message>
    <message>
        <source>%1 [%2]</source>
        <translation>%1 [%2]</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Delete removes them, Ctrl+D duplicates them; Mirror, Array and Align are in the Edit menu</source>
        <translation>Entf löscht sie, Strg+D verdoppelt sie; Spiegeln, Reihe und Ausrichten stehen im Menü Bearbeiten</translation>
    </message>
    <message>
        <source>different or empty</source>
        <translation>verschieden oder leer</translation>
    </message>
    <message>
        <source>Choose a colour</source>
        <translation>Farbe wählen</translation>
    </message>
</context>
<context>
    <name>momentree::app::LegendBar</name>
    <message>
        <source>Curves that have no room here</source>
        <translation>Kurven, für die hier kein Platz ist</translation>
    </message>
</context>
<context>
    <name>momentree::app::LegendChip</name>
    <message>
        <source>%1%2
Click: hide or show. Double click: show only this curve.</source>
        <translation>%1%2
Klick: verbergen oder zeigen. Doppelklick: nur diese Kurve zeigen.</translation>
    </message>
    <message>
        <source>Curve %1</source>
        <translation>Kurve %1</translation>
    </message>
</context>
<context>
    <name>momentree::app::LessonPlayer</name>
    <message>
        <source>more than %1</source>
        <translation>mehr als %1</translation>
    </message>
    <message>
        <source>less than %1</source>
        <translation>weniger als %1</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>%1 is no lesson yet</source>
        <translation>%1 ist noch keine Lektion</translation>
    </message>
    <message>
        <source>The model of this step cannot be shown</source>
        <translation>Das Modell dieses Schritts kann nicht gezeigt werden</translation>
    </message>
</context>
<context>
    <name>momentree::app::LessonShelf</name>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Predict, run, look, explain, your turn. Your own lessons go into &lt;a href=&quot;%1&quot;&gt;this folder&lt;/a&gt;.</source>
        <translation>Vermuten, laufen lassen, hinsehen, erklären, selbst versuchen. Eigene Lektionen kommen in &lt;a href=&quot;%1&quot;&gt;diesen Ordner&lt;/a&gt;.</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
</context>
<context>
    <name>momentree::app::LessonView</name>
    <message>
        <source>Predict</source>
        <translation>Vermuten</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Laufen lassen</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Hinsehen</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Your turn</source>
        <translation>Selbst versuchen</translation>
    </message>
    <message>
        <source>Instructor mode for the projector</source>
        <translation>Vortragsansicht für den Projektor</translation>
    </message>
    <message>
        <source>Leave this lesson</source>
        <translation>Diese Lektion verlassen</translation>
    </message>
    <message>
        <source>Runs computed</source>
        <translation>Berechnete Läufe</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>The step before (Page Up)</source>
        <translation>Der Schritt davor (Bild auf)</translation>
    </message>
    <message>
        <source>What comes next (Page Down)</source>
        <translation>Was als Nächstes kommt (Bild ab)</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>Antwort zeigen</translation>
    </message>
    <message>
        <source>Run and check</source>
        <translation>Rechnen und prüfen</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Rechnet …</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Shows this run in the scene</source>
        <translation>Zeigt diesen Lauf im Bild</translation>
    </message>
    <message>
        <source>What was measured</source>
        <translation>Was gemessen wurde</translation>
    </message>
    <message>
        <source>**Solved.** Try other values, or finish.</source>
        <translation>**Gelöst.** Andere Werte versuchen oder beenden.</translation>
    </message>
    <message>
        <source>Not yet. </source>
        <translation>Noch nicht. </translation>
    </message>
    <message>
        <source>Text of the lesson</source>
        <translation>Text der Lektion</translation>
    </message>
</context>
<context>
    <name>momentree::app::LineTool</name>
    <message>
        <source>A force acts on a link: press on a link and drag</source>
        <translation>Eine Kraft greift an einem Glied an: auf ein Glied drücken und ziehen</translation>
    </message>
    <message>
        <source>Draw slider</source>
        <translation>Schieber zeichnen</translation>
    </message>
    <message>
        <source>Draw spring</source>
        <translation>Feder zeichnen</translation>
    </message>
    <message>
        <source>Draw damper</source>
        <translation>Dämpfer zeichnen</translation>
    </message>
    <message>
        <source>Draw force</source>
        <translation>Kraft zeichnen</translation>
    </message>
    <message>
        <source>Draw link</source>
        <translation>Glied zeichnen</translation>
    </message>
    <message>
        <source>Click where the link ends, or type a length · Esc: not</source>
        <translation>Klicken Sie, wo das Glied endet, oder tippen Sie eine Länge · Esc: doch nicht</translation>
    </message>
    <message>
        <source>Drag out a link; ends on other links are hinged to them</source>
        <translation>Ziehen Sie ein Glied auf; Enden auf anderen Gliedern werden mit ihnen verbunden</translation>
    </message>
    <message>
        <source>Click the corners; Enter or the first corner closes the shape</source>
        <translation>Klicken Sie die Ecken; Eingabe oder die erste Ecke schließt die Form</translation>
    </message>
    <message>
        <source>Press on a link and drag in the direction of the force</source>
        <translation>Drücken Sie auf ein Glied und ziehen Sie in Richtung der Kraft</translation>
    </message>
    <message>
        <source>A rod joins two links, or a link and ground: start or end it on another link</source>
        <translation>Ein Stab verbindet zwei Glieder oder ein Glied mit dem Gestell: an einem anderen Glied beginnen oder enden</translation>
    </message>
    <message>
        <source>Draw rod</source>
        <translation>Stab zeichnen</translation>
    </message>
    <message>
        <source>The corners of a link lie in one plane: these do not</source>
        <translation>Die Ecken eines Glieds liegen in einer Ebene: diese nicht</translation>
    </message>
    <message>
        <source>Drag from one link to another: a rod without mass keeps their distance</source>
        <translation>Von einem Glied zum anderen ziehen: Ein Stab ohne Masse hält ihren Abstand</translation>
    </message>
    <message>
        <source>A spring or damper joins two links, or a link and ground: start or end it on another link</source>
        <translation>Eine Feder oder ein Dämpfer verbindet zwei Glieder oder ein Glied mit dem Gestell: auf einem anderen Glied beginnen oder enden</translation>
    </message>
    <message>
        <source>Place rotary damper</source>
        <translation>Drehdämpfer setzen</translation>
    </message>
    <message>
        <source>Place torsion spring</source>
        <translation>Drehfeder setzen</translation>
    </message>
    <message>
        <source>Press where the block is and drag along its line, which may be a link</source>
        <translation>Drücken, wo der Gleitstein ist, und entlang seiner Geraden ziehen; das darf ein Glied sein</translation>
    </message>
    <message>
        <source>Release where the arrow ends, or type its size · Esc: not</source>
        <translation>Loslassen, wo der Pfeil endet, oder seine Größe eingeben · Esc: nicht</translation>
    </message>
    <message>
        <source>Drag from one link to another, or to a place that stays fixed; click a hinge to turn about it</source>
        <translation>Von einem Glied zum anderen ziehen oder an einen festen Ort; ein Drehgelenk anklicken, um darum zu drehen</translation>
    </message>
    <message>
        <source>The outline would cross itself: click its corners one after the other</source>
        <translation>Der Umriss würde sich schneiden: die Ecken der Reihe nach anklicken</translation>
    </message>
    <message>
        <source>Closed here, the outline would cross itself: click more corners</source>
        <translation>Hier geschlossen, würde sich der Umriss schneiden: weitere Ecken anklicken</translation>
    </message>
    <message>
        <source>Click the corners of the link, one after the other round it</source>
        <translation>Die Ecken des Glieds der Reihe nach anklicken, einmal um es herum</translation>
    </message>
</context>
<context>
    <name>momentree::app::LoadGrip</name>
    <message>
        <source>%1 N at %2</source>
        <translation>%1 N bei %2</translation>
    </message>
    <message>
        <source>Drag %1</source>
        <translation>%1 ziehen</translation>
    </message>
    <message>
        <source>A spring or damper joins two links, or a link and ground: its other end is on %1 too</source>
        <translation>Eine Feder oder ein Dämpfer verbindet zwei Glieder oder ein Glied mit dem Gestell: das andere Ende ist auch auf %1</translation>
    </message>
    <message>
        <source>Both ends would be in one place</source>
        <translation>Beide Enden wären an einem Ort</translation>
    </message>
    <message>
        <source>Drag the end of %1</source>
        <translation>Ende von %1 ziehen</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
</context>
<context>
    <name>momentree::app::MainWindow</name>
    <message>
        <source>Momentree</source>
        <translation>Momentree</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>Wird vorbereitet…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>As opened</source>
        <translation>Wie geöffnet</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>%1: warnings</source>
        <translation>%1: Warnungen</translation>
    </message>
    <message>
        <source>The run stopped: %1</source>
        <translation>Der Lauf hielt an: %1</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Neu beginnen</translation>
    </message>
    <message>
        <source>%1 is open, but it cannot run yet</source>
        <translation>%1 ist offen, kann aber noch nicht laufen</translation>
    </message>
    <message>
        <source>%1 could not be opened</source>
        <translation>%1 konnte nicht geöffnet werden</translation>
    </message>
    <message>
        <source>This setting cannot be used</source>
        <translation>Diese Einstellung geht nicht</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Show the place</source>
        <translation>Die Stelle zeigen</translation>
    </message>
    <message>
        <source>Rename to %1</source>
        <translation>In %1 umbenennen</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Copied; Ctrl+V adds it at the pointer</source>
        <translation>Kopiert; Strg+V fügt es am Zeiger ein</translation>
    </message>
    <message>
        <source>%1[*] – Momentree</source>
        <translation>%1[*] – Momentree</translation>
    </message>
    <message>
        <source>a document never saved</source>
        <translation>ein nie gespeichertes Dokument</translation>
    </message>
    <message>
        <source>Momentree did not end properly last time</source>
        <translation>Momentree endete beim letzten Mal nicht richtig</translation>
    </message>
    <message>
        <source>There are unsaved changes of %1 from %2.</source>
        <translation>Es gibt nicht gespeicherte Änderungen an %1 vom %2.</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>The changes cannot be read</source>
        <translation>Die Änderungen sind nicht lesbar</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Drawing tools</source>
        <translation>Zeichenwerkzeuge</translation>
    </message>
    <message>
        <source>Started again from time 0 with %1</source>
        <translation>Neu begonnen bei Zeit 0 mit %1</translation>
    </message>
    <message>
        <source>Shows what looks odd in this model</source>
        <translation>Zeigt, was an diesem Modell seltsam aussieht</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 Warnungen</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Export</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Draw</source>
        <translation>&amp;Zeichnen</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Sho&amp;w in the scene</source>
        <translation>In der Szene &amp;zeigen</translation>
    </message>
    <message>
        <source>Pa&amp;nels</source>
        <translation>&amp;Tafeln</translation>
    </message>
    <message>
        <source>Th&amp;eme</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>(none yet)</source>
        <translation>(noch keine)</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>Diese Liste &amp;leeren</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>Momentree speaks %1 from its next start</source>
        <translation>Momentree spricht ab dem nächsten Start %1</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Board</translation>
    </message>
    <message>
        <source>New from &amp;template</source>
        <translation>Neu aus &amp;Vorlage</translation>
    </message>
    <message>
        <source>Vector drawings (*.svg)</source>
        <translation>Vektorzeichnungen (*.svg)</translation>
    </message>
    <message>
        <source>PDF pages (*.pdf)</source>
        <translation>PDF-Seiten (*.pdf)</translation>
    </message>
    <message>
        <source>Constraint x-ray</source>
        <translation>Durchleuchtung</translation>
    </message>
    <message>
        <source>Work &amp;plane</source>
        <translation>Arbeits&amp;ebene</translation>
    </message>
    <message>
        <source>New &amp;joints</source>
        <translation>Neue &amp;Gelenke</translation>
    </message>
    <message>
        <source>Offloading</source>
        <translation>Auslagerung</translation>
    </message>
    <message>
        <source>Everything computed until then is kept: drag the time slider to look at it.</source>
        <translation>Was bis dahin berechnet wurde, bleibt: mit dem Zeitschieber ansehen.</translation>
    </message>
    <message>
        <source>Once the board can be reached again the run goes on from there.</source>
        <translation>Sobald das Board wieder zu erreichen ist, geht der Lauf von dort weiter.</translation>
    </message>
    <message>
        <source>Reconnect and go on</source>
        <translation>Neu verbinden und fortfahren</translation>
    </message>
    <message>
        <source>A smaller step or another integrator may carry it further.</source>
        <translation>Ein kleinerer Schritt oder ein anderer Integrator bringt ihn vielleicht weiter.</translation>
    </message>
    <message>
        <source>The motion cannot go on with this change</source>
        <translation>Mit dieser Änderung kann die Bewegung nicht weitergehen</translation>
    </message>
    <message>
        <source>%1 was changed by another program</source>
        <translation>%1 wurde von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>Reloading it gives up the changes made here since it was saved.</source>
        <translation>Neu laden verwirft die Änderungen seit dem Speichern.</translation>
    </message>
    <message>
        <source>What is shown here is what it was before.</source>
        <translation>Hier ist noch der Stand davor zu sehen.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Keep what is shown</source>
        <translation>Gezeigtes behalten</translation>
    </message>
    <message>
        <source>Memory of the record</source>
        <translation>Speicher der Aufzeichnung</translation>
    </message>
    <message>
        <source>Memory for the samples of a run, in MiB.
When it is used up, every second of the older samples is dropped and the run goes on.
Holds from the next start.</source>
        <translation>Speicher für die Werte eines Laufs in MiB.
Ist er voll, wird jeder zweite ältere Wert verworfen, und der Lauf geht weiter.
Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>movie</source>
        <translation>Film</translation>
    </message>
    <message>
        <source>%1 is ready</source>
        <translation>%1 ist fertig</translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation>%1 als Kurve</translation>
    </message>
    <message>
        <source>Plot %1 in a new panel</source>
        <translation>%1 als Kurve in neuem Feld</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Model of run %1</source>
        <translation>Modell von Lauf %1</translation>
    </message>
    <message>
        <source>Open a study</source>
        <translation>Studie öffnen</translation>
    </message>
    <message>
        <source>Studies (*.study.json)</source>
        <translation>Studien (*.study.json)</translation>
    </message>
    <message>
        <source>The model is not saved yet</source>
        <translation>Das Modell ist noch nicht gespeichert</translation>
    </message>
    <message>
        <source>A study names the file of its model: save the model first.</source>
        <translation>Eine Studie nennt die Datei ihres Modells: bitte zuerst das Modell speichern.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save the runs as a study</source>
        <translation>Läufe als Studie speichern</translation>
    </message>
    <message>
        <source>The study was not saved</source>
        <translation>Die Studie wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %1 without %n branch(es), which a study cannot hold</source>
        <translation>
            <numerusform>%1 geschrieben, ohne %n Zweig, den eine Studie nicht fassen kann</numerusform>
            <numerusform>%1 geschrieben, ohne %n Zweige, die eine Studie nicht fassen kann</numerusform>
        </translation>
    </message>
    <message>
        <source>The study cannot be shown</source>
        <translation>Die Studie kann nicht gezeigt werden</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>&amp;Pin %1</source>
        <translation>%1 an&amp;heften</translation>
    </message>
    <message>
        <source>Keeps the open file on top of this list and of the gallery</source>
        <translation>Hält die offene Datei oben in dieser Liste und in der Galerie</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Recover and save as…</source>
        <translation>Wiederherstellen und speichern unter…</translation>
    </message>
    <message>
        <source>Inside the algorithm</source>
        <translation>Im Inneren des Algorithmus</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>%1 was imported, but not all of it</source>
        <translation>%1 wurde eingelesen, aber nicht alles davon</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Nothing can move: the joints leave no degree of freedom. X shows which constraints hold more than needed</source>
        <translation>Nichts kann sich bewegen: die Gelenke lassen keinen Freiheitsgrad. X zeigt, welche Bindungen mehr als nötig halten</translation>
    </message>
    <message>
        <source>The loops are still being closed</source>
        <translation>Die Schleifen werden noch geschlossen</translation>
    </message>
    <message>
        <source>Nothing is drawn yet. Press L and drag out a link</source>
        <translation>Noch ist nichts gezeichnet. L drücken und ein Glied aufziehen</translation>
    </message>
    <message>
        <source>It cannot move yet: %1</source>
        <translation>Es kann sich noch nicht bewegen: %1</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>The step is too long to keep the loops closed: a smaller one does, or another formulation.</source>
        <translation>Der Schritt ist zu lang, um die Schleifen geschlossen zu halten: ein kleinerer hilft, oder eine andere Formulierung.</translation>
    </message>
    <message>
        <source>A motion drives the mechanism where its lengths do not let it go: change lengths or the motion.</source>
        <translation>Ein Antrieb führt den Mechanismus dorthin, wo seine Längen ihn nicht hinlassen: Längen oder Antrieb ändern.</translation>
    </message>
    <message>
        <source>The loops have come apart at %1</source>
        <translation>Die Schleifen sind bei %1 auseinandergegangen</translation>
    </message>
    <message>
        <source>What is shown from here on is no motion of this mechanism.</source>
        <translation>Was von hier an gezeigt wird, ist keine Bewegung dieses Mechanismus.</translation>
    </message>
    <message>
        <source>Back to the start</source>
        <translation>Zurück zum Anfang</translation>
    </message>
</context>
<context>
    <name>momentree::app::MatrixCards</name>
    <message>
        <source>Matrices of the node</source>
        <translation>Matrizen des Knotens</translation>
    </message>
    <message>
        <source>%1, %2 by %3</source>
        <translation>%1, %2 mal %3</translation>
    </message>
    <message>
        <source>%1, row %2, column %3: %4</source>
        <translation>%1, Zeile %2, Spalte %3: %4</translation>
    </message>
</context>
<context>
    <name>momentree::app::MeasurePanel</name>
    <message>
        <source>at A</source>
        <translation>bei A</translation>
    </message>
    <message>
        <source>at B</source>
        <translation>bei B</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>Steigung</translation>
    </message>
    <message>
        <source>min</source>
        <translation>Min.</translation>
    </message>
    <message>
        <source>max</source>
        <translation>Max.</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>rms</source>
        <translation>Effektivwert</translation>
    </message>
    <message>
        <source>std. dev.</source>
        <translation>Std.-Abw.</translation>
    </message>
    <message>
        <source>integral</source>
        <translation>Integral</translation>
    </message>
    <message>
        <source>Figures between the cursors</source>
        <translation>Zahlen zwischen den Marken</translation>
    </message>
    <message>
        <source>From A to B, weighted with time; exact for the lines between the samples</source>
        <translation>Von A bis B, mit der Zeit gewichtet; genau für die Geraden zwischen den Werten</translation>
    </message>
    <message>
        <source>Spectrum between the cursors</source>
        <translation>Spektrum zwischen den Marken</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Put the cursors away</source>
        <translation>Marken wegnehmen</translation>
    </message>
    <message>
        <source>A %1 s    B %2 s    Δt %3 s    1/Δt %4 Hz</source>
        <translation>A %1 s    B %2 s    Δt %3 s    1/Δt %4 Hz</translation>
    </message>
    <message>
        <source>curve</source>
        <translation>Kurve</translation>
    </message>
</context>
<context>
    <name>momentree::app::MessagesPanel</name>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Place in the file</source>
        <translation>Stelle in der Datei</translation>
    </message>
    <message>
        <source>Choose a message to see its place in the file.</source>
        <translation>Wählen Sie eine Meldung, um ihre Stelle in der Datei zu sehen.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>%1 (mended)</source>
        <translation>%1 (behoben)</translation>
    </message>
</context>
<context>
    <name>momentree::app::ModelDocument</name>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
</context>
<context>
    <name>momentree::app::ModelStatus</name>
    <message>
        <source>empty drawing</source>
        <translation>leere Zeichnung</translation>
    </message>
    <message>
        <source>Nothing is drawn yet</source>
        <translation>Noch ist nichts gezeichnet</translation>
    </message>
    <message>
        <source>cannot be assembled</source>
        <translation>lässt sich nicht zusammenbauen</translation>
    </message>
    <message>
        <source>cannot be built</source>
        <translation>lässt sich nicht aufstellen</translation>
    </message>
    <message>
        <source>%1 DOF</source>
        <translation>%1 FHG</translation>
    </message>
    <message>
        <source>1 loop</source>
        <translation>1 Schleife</translation>
    </message>
    <message>
        <source>%1 loops</source>
        <translation>%1 Schleifen</translation>
    </message>
    <message>
        <source>%1 redundant</source>
        <translation>%1 überzählig</translation>
    </message>
    <message>
        <source>nearly singular</source>
        <translation>fast singulär</translation>
    </message>
    <message>
        <source>Degrees of freedom: %1 (speeds of the tree minus independent closure equations)</source>
        <translation>Freiheitsgrade: %1 (Geschwindigkeiten des Baums minus unabhängige Schließbedingungen)</translation>
    </message>
    <message>
        <source>Smallest singular value of the closures: %1 m; a motion gets out of control where it vanishes</source>
        <translation>Kleinster Singulärwert der Schließbedingungen: %1 m; wo er verschwindet, gerät eine Bewegung außer Kontrolle</translation>
    </message>
    <message>
        <source>Constraints that repeat others, so that reactions there are not unique:</source>
        <translation>Bindungen, die andere wiederholen, sodass die Reaktionen dort nicht eindeutig sind:</translation>
    </message>
    <message>
        <source>closing loops …</source>
        <translation>Schleifen werden geschlossen …</translation>
    </message>
    <message>
        <source>There are many loops; how the mechanism can move is told once they close</source>
        <translation>Es gibt viele Schleifen; wie sich der Mechanismus bewegen kann, steht hier, sobald sie geschlossen sind</translation>
    </message>
    <message>
        <source>loops not closed</source>
        <translation>Schleifen nicht geschlossen</translation>
    </message>
    <message>
        <source>Closing the loops was cancelled, so nothing can move yet; a click closes them</source>
        <translation>Das Schließen der Schleifen wurde abgebrochen, darum kann sich noch nichts bewegen; ein Klick schließt sie</translation>
    </message>
    <message>
        <source>cannot be assembled: %1 does not fit</source>
        <translation>lässt sich nicht zusammenbauen: %1 passt nicht</translation>
    </message>
    <message>
        <source>cannot be assembled: %1 stays open by %2</source>
        <translation>lässt sich nicht zusammenbauen: %1 bleibt um %2 offen</translation>
    </message>
</context>
<context>
    <name>momentree::app::ModelTree</name>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter of the model tree</source>
        <translation>Filter des Modellbaums</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Bodies</source>
        <translation>Körper</translation>
    </message>
    <message>
        <source>Joints</source>
        <translation>Gelenke</translation>
    </message>
    <message>
        <source>Motions</source>
        <translation>Bewegungen</translation>
    </message>
    <message>
        <source>Forces</source>
        <translation>Kräfte</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Nothing is drawn yet. Press L and drag out a link on the picture.</source>
        <translation>Noch ist nichts gezeichnet. L drücken und auf dem Bild ein Glied aufziehen.</translation>
    </message>
</context>
<context>
    <name>momentree::app::MoreSettings</name>
    <message>
        <source>Record every</source>
        <translation>Aufzeichnen alle</translation>
    </message>
    <message>
        <source>Interval of recorded samples in seconds</source>
        <translation>Abstand der aufgezeichneten Werte in Sekunden</translation>
    </message>
    <message>
        <source>Relative tolerance</source>
        <translation>Relative Toleranz</translation>
    </message>
    <message>
        <source>Error per step relative to the state</source>
        <translation>Fehler je Schritt, bezogen auf den Zustand</translation>
    </message>
    <message>
        <source>Absolute tolerance</source>
        <translation>Absolute Toleranz</translation>
    </message>
    <message>
        <source>Error per step in SI units</source>
        <translation>Fehler je Schritt in SI-Einheiten</translation>
    </message>
    <message>
        <source>Baumgarte rate</source>
        <translation>Baumgarte-Rate</translation>
    </message>
    <message>
        <source>How fast constraint violations decay</source>
        <translation>Wie schnell Bindungsfehler abklingen</translation>
    </message>
    <message>
        <source>Momentum reset</source>
        <translation>Impulsrücksetzung</translation>
    </message>
    <message>
        <source>Least time between resets of the loops&apos; impulses that momenta hold; 0 resets them after every step</source>
        <translation>Kürzeste Zeit zwischen dem Rücksetzen der Schleifenimpulse, die in den Impulsen stecken; 0 setzt sie nach jedem Schritt zurück</translation>
    </message>
    <message>
        <source>Penalty</source>
        <translation>Strafgewicht</translation>
    </message>
    <message>
        <source>Of constraint violations, times step² / 4 over the mass: more converges faster until rounding shows</source>
        <translation>Der Bindungsfehler, mal Schritt² / 4 durch die Masse: mehr konvergiert schneller, bis die Rundung sichtbar wird</translation>
    </message>
    <message>
        <source>Newton iterations</source>
        <translation>Newton-Schritte</translation>
    </message>
    <message>
        <source>The most in one step</source>
        <translation>Höchstens je Schritt</translation>
    </message>
    <message>
        <source>Newton tolerance</source>
        <translation>Newton-Toleranz</translation>
    </message>
    <message>
        <source>Size of the last change at which a step is done; 0 takes all iterations, which gives every step the same cost</source>
        <translation>Größe der letzten Änderung, bei der ein Schritt fertig ist; 0 nimmt alle Iterationen, sodass jeder Schritt gleich viel kostet</translation>
    </message>
    <message>
        <source>Projections</source>
        <translation>Projektionen</translation>
    </message>
    <message>
        <source>Of velocities and accelerations onto the constraints, each step</source>
        <translation>Von Geschwindigkeiten und Beschleunigungen auf die Bindungen, in jedem Schritt</translation>
    </message>
    <message>
        <source>Modified Newton</source>
        <translation>Vereinfachter Newton</translation>
    </message>
    <message>
        <source>Keeps the first tangent of a step: cheaper, but long chains diverge</source>
        <translation>Behält die erste Tangente eines Schritts: billiger, aber lange Ketten divergieren</translation>
    </message>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>0 or more</source>
        <translation>0 oder mehr</translation>
    </message>
    <message>
        <source>More than 0</source>
        <translation>Mehr als 0</translation>
    </message>
    <message>
        <source>usually a thousandth of the duration</source>
        <translation>meist ein Tausendstel der Dauer</translation>
    </message>
    <message>
        <source>usually %1</source>
        <translation>meist %1</translation>
    </message>
    <message>
        <source>From %1 to %2; usually %3</source>
        <translation>Von %1 bis %2; meist %3</translation>
    </message>
</context>
<context>
    <name>momentree::app::MotionPlayer</name>
    <message>
        <source>%1 moves freely</source>
        <translation>%1 bewegt sich frei</translation>
    </message>
    <message>
        <source>%1 leads</source>
        <translation>%1 führt</translation>
    </message>
    <message>
        <source>Motion %1 of %2: %3</source>
        <translation>Bewegung %1 von %2: %3</translation>
    </message>
</context>
<context>
    <name>momentree::app::MovieDialog</name>
    <message>
        <source>Export movie</source>
        <translation>Film ausgeben</translation>
    </message>
    <message>
        <source>MP4 movie (H.264)</source>
        <translation>MP4-Film (H.264)</translation>
    </message>
    <message>
        <source>WebM movie (VP9)</source>
        <translation>WebM-Film (VP9)</translation>
    </message>
    <message>
        <source>Animated GIF</source>
        <translation>Bewegtes GIF</translation>
    </message>
    <message>
        <source>Sequence of PNG pictures</source>
        <translation>Folge von PNG-Bildern</translation>
    </message>
    <message>
        <source> × real time</source>
        <translation> × Echtzeit</translation>
    </message>
    <message>
        <source> frames/s</source>
        <translation> Bilder/s</translation>
    </message>
    <message>
        <source>Energy and drift beside the scene</source>
        <translation>Energie und Drift neben dem Bild</translation>
    </message>
    <message>
        <source>Make</source>
        <translation>Machen</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Bildrate</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>This makes no movie: the end must come after the beginning, with at most %1 frames.</source>
        <translation>Daraus wird kein Film: Das Ende muss nach dem Anfang liegen, mit höchstens %1 Bildern.</translation>
    </message>
    <message>
        <source>%1 frames, %2 s long</source>
        <translation>%1 Bilder, %2 s lang</translation>
    </message>
    <message>
        <source>%1 is ready</source>
        <translation>%1 ist fertig</translation>
    </message>
</context>
<context>
    <name>momentree::app::MovieWriter</name>
    <message>
        <source>%1 cannot be started: %2</source>
        <translation>%1 lässt sich nicht starten: %2</translation>
    </message>
    <message>
        <source>No movie: the span, the speed and the frames per second must be positive and make at most %1 frames.</source>
        <translation>Kein Film: Zeitraum, Geschwindigkeit und Bildrate müssen positiv sein und höchstens %1 Bilder ergeben.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>ffmpeg could not make the movie: %1</source>
        <translation>ffmpeg konnte den Film nicht machen: %1</translation>
    </message>
    <message>
        <source>it said nothing</source>
        <translation>es sagte nichts</translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation>%1 kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>stopped after %1 of %2 frames</source>
        <translation>angehalten nach %1 von %2 Bildern</translation>
    </message>
</context>
<context>
    <name>momentree::app::Notice</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>momentree::app::OffloadPanel</name>
    <message>
        <source>Measuring this PC…</source>
        <translation>Misst diesen PC …</translation>
    </message>
    <message>
        <source>Measuring steps on this PC…</source>
        <translation>Misst Schritte auf diesem PC …</translation>
    </message>
    <message>
        <source>Counting clocks of the fabric…</source>
        <translation>Zählt Takte der Schaltung …</translation>
    </message>
    <message>
        <source>Measuring the board…</source>
        <translation>Misst das Board …</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation>Wasserfall</translation>
    </message>
    <message>
        <source>Trajectories</source>
        <translation>Bahnen</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Measures this PC beside the board that the board panel names.</source>
        <translation>Misst diesen PC neben dem Board, das im Feld Board steht.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Times functions, steps and a batch of the model on screen, here and on the board. Takes some seconds; runs that compute meanwhile disturb it.</source>
        <translation>Misst Funktionen, Schritte und einen Lauf des Modells im Bild, hier und auf dem Board. Dauert einige Sekunden; rechnende Läufe stören dabei.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>A step of the model, phase by phase</source>
        <translation>Ein Schritt des Modells, Phase für Phase</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>Funktionen</translation>
    </message>
    <message>
        <source>Update, assembly and inverse, called one by one over the network</source>
        <translation>Update, Assembly und Inverse, einzeln über das Netz aufgerufen</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>A bar for every part</source>
        <translation>Ein Balken je Teil</translation>
    </message>
    <message>
        <source>Stacked</source>
        <translation>Gestapelt</translation>
    </message>
    <message>
        <source>One bar for each that computes</source>
        <translation>Ein Balken je Rechner</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Lengths by powers of ten</source>
        <translation>Längen in Zehnerpotenzen</translation>
    </message>
    <message>
        <source>Report of software and fabric</source>
        <translation>Bericht über Software und Schaltung</translation>
    </message>
    <message>
        <source>The report follows when the board was measured.</source>
        <translation>Der Bericht folgt, wenn das Board gemessen ist.</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>Bericht speichern …</translation>
    </message>
    <message>
        <source>Measured with a double pendulum: the model on screen cannot run on a board (%1).</source>
        <translation>Gemessen mit einem Doppelpendel: Das Modell im Bild kann auf keinem Board laufen (%1).</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>Verbindet mit %1 …</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Erneut messen</translation>
    </message>
    <message>
        <source>Measured: this PC and the %1 on %2.</source>
        <translation>Gemessen: dieser PC und %1 auf %2.</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Web page (*.html);;Markdown (*.md);;Table (*.csv)</source>
        <translation>Webseite (*.html);;Markdown (*.md);;Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Saved to %1.</source>
        <translation>Gespeichert in %1.</translation>
    </message>
    <message>
        <source>Ways to look at the comparison</source>
        <translation>Ansichten des Vergleichs</translation>
    </message>
</context>
<context>
    <name>momentree::app::ParameterPanel</name>
    <message>
        <source>New parameter</source>
        <translation>Neuer Parameter</translation>
    </message>
    <message>
        <source>Adds a number with a name, for use in every field: 2*p1</source>
        <translation>Fügt eine benannte Zahl hinzu, für jedes Feld: 2*p1</translation>
    </message>
    <message>
        <source>A parameter is a number with a name. Write the name, or 2*name, in any field of the properties; its slider then changes the model while it runs.</source>
        <translation>Ein Parameter ist eine Zahl mit Namen. Schreiben Sie den Namen, oder 2*Name, in ein Feld der Eigenschaften; sein Schieber ändert dann das Modell, während es läuft.</translation>
    </message>
    <message>
        <source>Name of parameter %1</source>
        <translation>Name des Parameters %1</translation>
    </message>
    <message>
        <source>Value of %1</source>
        <translation>Wert von %1</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message>
        <source>Delete parameter %1</source>
        <translation>Parameter %1 löschen</translation>
    </message>
    <message>
        <source>Follows from other parameters</source>
        <translation>Folgt aus anderen Parametern</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Rename to %1</source>
        <translation>In %1 umbenennen</translation>
    </message>
    <message>
        <source>Lower end of the slider of %1</source>
        <translation>Unteres Ende des Reglers von %1</translation>
    </message>
    <message>
        <source>Upper end of the slider of %1</source>
        <translation>Oberes Ende des Reglers von %1</translation>
    </message>
    <message>
        <source>Drag, or the arrow keys for 1 % and Page Up and Page Down for 10 % of the range</source>
        <translation>Ziehen, oder Pfeiltasten für 1 % und Bild auf, Bild ab für 10 % des Bereichs</translation>
    </message>
    <message>
        <source>Lower end of the slider; empty: half the value</source>
        <translation>Unteres Ende des Reglers; leer: der halbe Wert</translation>
    </message>
    <message>
        <source>Upper end of the slider; empty: double the value</source>
        <translation>Oberes Ende des Reglers; leer: der doppelte Wert</translation>
    </message>
    <message>
        <source>the end of a slider is a number, like 0.5 or 12 cm</source>
        <translation>das Ende eines Reglers ist eine Zahl, wie 0.5 oder 12 cm</translation>
    </message>
    <message>
        <source>the lower end of a slider lies below its upper end</source>
        <translation>das untere Ende eines Reglers liegt unter seinem oberen</translation>
    </message>
    <message>
        <source>Range of %1</source>
        <translation>Bereich von %1</translation>
    </message>
    <message>
        <source>%1 is in use, change that first: %2</source>
        <translation>%1 wird gebraucht, zuerst das ändern: %2</translation>
    </message>
</context>
<context>
    <name>momentree::app::PhaseChart</name>
    <message>
        <source>No step has been timed yet</source>
        <translation>Noch wurde kein Schritt gemessen</translation>
    </message>
    <message>
        <source>time per step [%1]</source>
        <translation>Zeit je Schritt [%1]</translation>
    </message>
    <message>
        <source>cut bars reach up to %1</source>
        <translation>abgeschnittene Balken reichen bis %1</translation>
    </message>
</context>
<context>
    <name>momentree::app::PhasePlot</name>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Copy, save, export</source>
        <translation>Kopieren, speichern, exportieren</translation>
    </message>
    <message>
        <source>t = %1 to %2 s</source>
        <translation>t = %1 bis %2 s</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Where the times come from: %1</source>
        <translation>Woher die Zeiten stammen: %1</translation>
    </message>
</context>
<context>
    <name>momentree::app::PhasePortrait</name>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagrechte Achse</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>Senkrechte Achse</translation>
    </message>
    <message>
        <source>Quantity that crosses the level</source>
        <translation>Größe, die die Schwelle kreuzt</translation>
    </message>
    <message>
        <source>Section where</source>
        <translation>Schnitt, wo</translation>
    </message>
    <message>
        <source>rising</source>
        <translation>steigend</translation>
    </message>
    <message>
        <source>falling</source>
        <translation>fallend</translation>
    </message>
    <message>
        <source>either way</source>
        <translation>beides</translation>
    </message>
    <message>
        <source>Direction of the crossing</source>
        <translation>Richtung der Kreuzung</translation>
    </message>
    <message>
        <source>Level of the section</source>
        <translation>Schwelle des Schnitts</translation>
    </message>
    <message>
        <source>Poincaré section: only the points where a quantity crosses a level,
between two samples on the line that joins them</source>
        <translation>Poincaré-Schnitt: nur die Punkte, in denen eine Größe eine Schwelle kreuzt,
zwischen zwei Werten auf ihrer Verbindungslinie</translation>
    </message>
    <message>
        <source>against</source>
        <translation>über</translation>
    </message>
    <message>
        <source>The quantity has not crossed the level yet</source>
        <translation>Die Größe hat die Schwelle noch nicht gekreuzt</translation>
    </message>
</context>
<context>
    <name>momentree::app::PhaseTable</name>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Per step</source>
        <translation>Je Schritt</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Whole step: the phases together</source>
        <translation>Ganzer Schritt: die Phasen zusammen</translation>
    </message>
    <message>
        <source>%1, on %2</source>
        <translation>%1, auf %2</translation>
    </message>
</context>
<context>
    <name>momentree::app::PickerBar</name>
    <message>
        <source>Simulation</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>Formulation</source>
        <translation>Formulierung</translation>
    </message>
    <message>
        <source>How the equations of motion are formed</source>
        <translation>Wie die Bewegungsgleichungen gebildet werden</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Rechenwerk</translation>
    </message>
    <message>
        <source>What the equations are computed on</source>
        <translation>Worauf die Gleichungen gerechnet werden</translation>
    </message>
    <message>
        <source>Integrator</source>
        <translation>Integrator</translation>
    </message>
    <message>
        <source>How a step in time is made</source>
        <translation>Wie ein Zeitschritt gemacht wird</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>backend %1</source>
        <translation>Rechenwerk %1</translation>
    </message>
    <message>
        <source>integrator %1</source>
        <translation>Integrator %1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>More settings: recording interval, tolerances, stabilisation, Newton&apos;s method</source>
        <translation>Weitere Einstellungen: Aufzeichnung, Toleranzen, Stabilisierung, Newton-Verfahren</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>Weitere Einstellungen</translation>
    </message>
    <message>
        <source>formulation %1</source>
        <translation>Formulierung %1</translation>
    </message>
    <message>
        <source> and its integrator %1</source>
        <translation> und ihrem Integrator %1</translation>
    </message>
    <message>
        <source> on backend %1</source>
        <translation> auf dem Rechenwerk %1</translation>
    </message>
    <message>
        <source>Equations, source and limits of this formulation (F1)</source>
        <translation>Gleichungen, Quelle und Grenzen dieser Formulierung (F1)</translation>
    </message>
    <message>
        <source>Help on the formulation</source>
        <translation>Hilfe zur Formulierung</translation>
    </message>
    <message>
        <source>Until stopped</source>
        <translation>Bis zum Anhalten</translation>
    </message>
    <message>
        <source>Goes on until it is paused. Beyond the memory of the record, %1 MiB (menu Run), older samples are thinned out.</source>
        <translation>Läuft, bis er angehalten wird. Reicht der Speicher der Aufzeichnung, %1 MiB (Menü Lauf), nicht mehr, werden ältere Abtastungen ausgedünnt.</translation>
    </message>
    <message>
        <source>no end</source>
        <translation>ohne Ende</translation>
    </message>
    <message>
        <source>duration %1</source>
        <translation>Dauer %1</translation>
    </message>
    <message>
        <source>Step size: more than 0 s, as 0.002, 2 ms or 2e-3. The arrow keys go through 1, 2, 5</source>
        <translation>Schrittweite: mehr als 0 s, als 0.002, 2 ms oder 2e-3. Die Pfeiltasten gehen durch 1, 2, 5</translation>
    </message>
    <message>
        <source>Simulated time at which the run ends: more than 0 s, or ∞ until it is stopped</source>
        <translation>Simulierte Zeit, zu der der Lauf endet: mehr als 0 s, oder ∞, bis er angehalten wird</translation>
    </message>
</context>
<context>
    <name>momentree::app::PictureLayers</name>
    <message>
        <source>Point at a joint or a link, or select one, and press T to trace it</source>
        <translation>Auf ein Gelenk oder Glied zeigen oder eines wählen und T drücken, um seine Bahn zu sehen</translation>
    </message>
    <message>
        <source>The %1 stands still: nothing to trace</source>
        <translation>Steht still und hat keine Bahn: %1</translation>
    </message>
    <message>
        <source>Trace %1</source>
        <translation>Bahn: %1</translation>
    </message>
</context>
<context>
    <name>momentree::app::PlaneBar</name>
    <message>
        <source>Offset of the work plane</source>
        <translation>Abstand der Arbeitsebene</translation>
    </message>
    <message>
        <source>How far the work plane is moved along its normal: 12 cm, 2*L1.
The arrow at its corner does the same</source>
        <translation>Wie weit die Arbeitsebene längs ihrer Normalen verschoben ist: 12 cm, 2*L1.
Der Pfeil an ihrer Ecke tut dasselbe</translation>
    </message>
    <message>
        <source>Select the link first that the plane is to go through</source>
        <translation>Zuerst das Glied wählen, durch das die Ebene gehen soll</translation>
    </message>
    <message>
        <source>Select the joint first whose axis the plane is to cross</source>
        <translation>Zuerst das Gelenk wählen, zu dessen Achse die Ebene quer liegen soll</translation>
    </message>
    <message>
        <source>Give the offset as a length: 12 cm, -0.3, 2*L1</source>
        <translation>Den Abstand als Länge angeben: 12 cm, -0.3, 2*L1</translation>
    </message>
    <message>
        <source>New joints are: %1</source>
        <translation>Neue Gelenke: %1</translation>
    </message>
</context>
<context>
    <name>momentree::app::PlotDocks</name>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>Phase times</source>
        <translation>Phasenzeiten</translation>
    </message>
    <message>
        <source>Quantities</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Phase portrait</source>
        <translation>Phasenbild</translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation>%1 als Kurve</translation>
    </message>
</context>
<context>
    <name>momentree::app::PlotWidget</name>
    <message>
        <source>Logarithmic value axis</source>
        <translation>Logarithmische Werteachse</translation>
    </message>
    <message>
        <source>Show everything

Double click: show everything
Wheel: zoom time, with Ctrl or Shift: zoom values
Right drag: zoom to a box; left drag when zoomed: move
Click, or drag the time line: show that time</source>
        <translation>Alles zeigen

Doppelklick: alles zeigen
Rad: Zeit vergrößern, mit Strg oder Umschalt: Werte
Rechts ziehen: auf einen Rahmen vergrößern; links ziehen: verschieben
Klick oder Ziehen der Zeitlinie: diese Zeit zeigen</translation>
    </message>
    <message>
        <source>Copy, save, export</source>
        <translation>Kopieren, speichern, exportieren</translation>
    </message>
    <message>
        <source>Runs: difference and colours</source>
        <translation>Läufe: Unterschied und Farben</translation>
    </message>
    <message>
        <source>Measure between two cursors

Difference, slope, mean, rms, integral, spectrum</source>
        <translation>Zwischen zwei Marken messen

Unterschied, Steigung, Mittel, Effektivwert, Integral, Spektrum</translation>
    </message>
    <message>
        <source>Curves show</source>
        <translation>Kurven zeigen</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Difference from %1</source>
        <translation>Unterschied zu %1</translation>
    </message>
    <message>
        <source>Colours tell apart</source>
        <translation>Farben trennen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Nothing to show yet:
curves appear once
a mechanism moves</source>
        <translation>Noch nichts zu zeigen:
Kurven erscheinen, sobald
sich ein Mechanismus bewegt</translation>
    </message>
</context>
<context>
    <name>momentree::app::PointTool</name>
    <message>
        <source>There is no link here: click an end of a link, or a place on it</source>
        <translation>Hier ist kein Glied: klicken Sie ein Ende eines Glieds oder eine Stelle darauf</translation>
    </message>
    <message>
        <source>This point is attached to ground already</source>
        <translation>Dieser Punkt hängt schon am Gestell</translation>
    </message>
    <message>
        <source>Attach to ground</source>
        <translation>Ans Gestell hängen</translation>
    </message>
    <message>
        <source>Only one link is here: click where two links cross or meet</source>
        <translation>Hier ist nur ein Glied: klicken Sie, wo sich zwei Glieder kreuzen oder treffen</translation>
    </message>
    <message>
        <source>These links are joined here already</source>
        <translation>Diese Glieder sind hier schon verbunden</translation>
    </message>
    <message>
        <source>A motor drives a joint: click a joint</source>
        <translation>Ein Motor treibt ein Gelenk: klicken Sie ein Gelenk</translation>
    </message>
    <message>
        <source>Place motor</source>
        <translation>Motor setzen</translation>
    </message>
    <message>
        <source>Place torque</source>
        <translation>Moment setzen</translation>
    </message>
    <message>
        <source>Click where two links cross or meet</source>
        <translation>Klicken Sie, wo sich zwei Glieder kreuzen oder treffen</translation>
    </message>
    <message>
        <source>Click a hinge or a slider</source>
        <translation>Klicken Sie ein Drehgelenk oder einen Schieber</translation>
    </message>
    <message>
        <source>Make %1 %2</source>
        <translation>%1 wird %2</translation>
    </message>
    <message>
        <source>A joint joins two links: click where one lies on the other</source>
        <translation>Ein Gelenk verbindet zwei Glieder: anklicken, wo eines auf dem anderen liegt</translation>
    </message>
    <message>
        <source>Join two links</source>
        <translation>Zwei Glieder verbinden</translation>
    </message>
    <message>
        <source>This joint cannot get a motor: it has one, or it has no angle or displacement of its own</source>
        <translation>Dieses Gelenk kann keinen Motor bekommen: Es hat einen, oder es hat weder Winkel noch Weg für sich</translation>
    </message>
    <message>
        <source>Click the end of a link to join it to ground</source>
        <translation>Das Ende eines Glieds anklicken, um es mit dem Gestell zu verbinden</translation>
    </message>
    <message>
        <source>A torque acts on a link or in a hinge: click one</source>
        <translation>Ein Moment wirkt auf ein Glied oder in einem Drehgelenk: eines anklicken</translation>
    </message>
    <message>
        <source>Click a link, or a hinge for a torque between its two links</source>
        <translation>Ein Glied anklicken, oder ein Drehgelenk für ein Moment zwischen seinen beiden Gliedern</translation>
    </message>
    <message>
        <source>There is nothing left to drive: joints and motors hold every degree of freedom already</source>
        <translation>Hier bleibt nichts anzutreiben: Gelenke und Motoren halten schon jeden Freiheitsgrad</translation>
    </message>
</context>
<context>
    <name>momentree::app::PointerStatus</name>
    <message>
        <source>The place under the pointer on the work plane, and what is selected</source>
        <translation>Die Stelle unter dem Zeiger auf der Arbeitsebene, und was gewählt ist</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>%1 gewählt</translation>
    </message>
</context>
<context>
    <name>momentree::app::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>* from the next start of Momentree</source>
        <translation>* ab dem nächsten Start von Momentree</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Colours of the window, the picture and the plots</source>
        <translation>Farben des Fensters, des Bildes und der Kurventafeln</translation>
    </message>
    <message>
        <source>Language*</source>
        <translation>Sprache*</translation>
    </message>
    <message>
        <source>Of menus, messages and lessons</source>
        <translation>Von Menüs, Meldungen und Lektionen</translation>
    </message>
    <message>
        <source>Size of text and controls*</source>
        <translation>Größe von Schrift und Bedienfeldern*</translation>
    </message>
    <message>
        <source>From 100 to 200 percent of what the desktop says</source>
        <translation>Von 100 bis 200 Prozent dessen, was der Desktop sagt</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Panels do not slide, and models that are opened wait to be played</source>
        <translation>Felder gleiten nicht, und geöffnete Modelle warten, bis sie abgespielt werden</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>Längen</translation>
    </message>
    <message>
        <source>Of lengths and speeds. Files and parameters stay in SI units; 12 cm can be typed whatever is chosen here</source>
        <translation>Von Längen und Geschwindigkeiten. Dateien und Parameter bleiben in SI-Einheiten; 12 cm lässt sich immer eingeben, was hier auch gewählt ist</translation>
    </message>
    <message>
        <source>Angles</source>
        <translation>Winkel</translation>
    </message>
    <message>
        <source>rad in fields, degrees in the picture</source>
        <translation>rad in Feldern, Grad im Bild</translation>
    </message>
    <message>
        <source>Of angles and speeds of rotation. Files and parameters stay in SI units; 30 deg can be typed whatever is chosen here</source>
        <translation>Von Winkeln und Drehgeschwindigkeiten. Dateien und Parameter bleiben in SI-Einheiten; 30 deg lässt sich immer eingeben, was hier auch gewählt ist</translation>
    </message>
    <message>
        <source>Files and records</source>
        <translation>Dateien und Aufzeichnungen</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Keep unsaved edits after</source>
        <translation>Nicht gespeicherte Änderungen sichern nach</translation>
    </message>
    <message>
        <source>How much of the last edits a crash may cost; a copy is kept for documents that were never saved too</source>
        <translation>Wie viel der letzten Änderungen ein Absturz kosten darf; auch von nie gespeicherten Dokumenten wird eine Kopie gehalten</translation>
    </message>
    <message>
        <source>Start with the file that was open last</source>
        <translation>Mit der zuletzt offenen Datei beginnen</translation>
    </message>
    <message>
        <source>Instead of an example in motion</source>
        <translation>Statt mit einem bewegten Beispiel</translation>
    </message>
    <message>
        <source>Memory of a record*</source>
        <translation>Speicher einer Aufzeichnung*</translation>
    </message>
    <message>
        <source>How much of a run is kept before older samples are thinned out</source>
        <translation>Wie viel von einem Lauf bleibt, bevor ältere Werte ausgedünnt werden</translation>
    </message>
</context>
<context>
    <name>momentree::app::ProbePlot</name>
    <message>
        <source>Search columns</source>
        <translation>Spalten suchen</translation>
    </message>
    <message>
        <source>Columns to plot</source>
        <translation>Spalten für Kurven</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Tick columns in the list, or drop a quantity here, to plot them</source>
        <translation>Spalten in der Liste ankreuzen oder eine Größe hierher ziehen, um sie zu zeichnen</translation>
    </message>
</context>
<context>
    <name>momentree::app::ReadOut</name>
    <message>
        <source>Values at the shown time</source>
        <translation>Werte zur gezeigten Zeit</translation>
    </message>
</context>
<context>
    <name>momentree::app::RunLegend</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>momentree::app::RunPicture</name>
    <message>
        <source>on screen</source>
        <translation>im Bild</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>bei %1</translation>
    </message>
    <message>
        <source>begins at %1</source>
        <translation>beginnt bei %1</translation>
    </message>
</context>
<context>
    <name>momentree::app::RunStatus</name>
    <message>
        <source>preparing</source>
        <translation>wird vorbereitet</translation>
    </message>
    <message>
        <source>nothing to run</source>
        <translation>nichts zu rechnen</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>State of the computation</source>
        <translation>Zustand der Rechnung</translation>
    </message>
    <message>
        <source>Simulated time reached, in seconds</source>
        <translation>Erreichte simulierte Zeit in Sekunden</translation>
    </message>
    <message>
        <source>Real-time factor: simulated seconds per second of wall time</source>
        <translation>Echtzeitfaktor: simulierte Sekunden je Sekunde</translation>
    </message>
    <message>
        <source>Steps computed per second</source>
        <translation>Berechnete Schritte je Sekunde</translation>
    </message>
    <message>
        <source>%1 × real time</source>
        <translation>%1 × Echtzeit</translation>
    </message>
    <message>
        <source>– × real time</source>
        <translation>– × Echtzeit</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 Schritte/s</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>The record has reached the memory given to it: of its older samples, every second is dropped from time to time.
Run, Memory of the record sets how much it may take.</source>
        <translation>Die Aufzeichnung füllt ihren Speicher: Von Zeit zu Zeit wird jeder zweite ältere Wert verworfen.
Lauf, Speicher der Aufzeichnung legt fest, wie viel sie belegen darf.</translation>
    </message>
    <message>
        <source>older samples thinned</source>
        <translation>ältere Werte ausgedünnt</translation>
    </message>
    <message>
        <source>link to the board lost</source>
        <translation>Verbindung zum Board verloren</translation>
    </message>
    <message>
        <source>Formulation, backend and step</source>
        <translation>Formulierung, Rechenwerk und Schritt</translation>
    </message>
</context>
<context>
    <name>momentree::app::RunTable</name>
    <message>
        <source>preparing</source>
        <translation>wird vorbereitet</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>kann nicht laufen</translation>
    </message>
    <message>
        <source>waits for a core</source>
        <translation>wartet auf einen Kern</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>ruht bei %1</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed at %1</source>
        <translation>gescheitert bei %1</translation>
    </message>
    <message>
        <source>has got to %1</source>
        <translation>ist bei %1</translation>
    </message>
    <message>
        <source>%1
On screen: drawn solid, the time controls play it</source>
        <translation>%1
Im Bild: deckend gezeichnet, die Zeitleiste spielt ihn ab</translation>
    </message>
    <message>
        <source>%1
Double click puts it on screen</source>
        <translation>%1
Doppelklick holt ihn ins Bild</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Laufen lassen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>bei %1</translation>
    </message>
</context>
<context>
    <name>momentree::app::RunsPanel</name>
    <message>
        <source>Add a run with another formulation, backend, integrator or step, or sweep a parameter: all are seen at the same time, in one picture and in the same plots.</source>
        <translation>Einen Lauf mit anderer Formulierung, anderem Rechenwerk, Integrator oder Schritt hinzufügen oder einen Parameter durchlaufen: Alle sind zugleich zu sehen, in einem Bild und in denselben Kurven.</translation>
    </message>
    <message>
        <source>Runs and their figures</source>
        <translation>Läufe und ihre Zahlen</translation>
    </message>
    <message>
        <source>Another &amp;setting…</source>
        <translation>Eine andere &amp;Einstellung …</translation>
    </message>
    <message>
        <source>A run of this model with another formulation, backend, integrator or step</source>
        <translation>Ein Lauf dieses Modells mit anderer Formulierung, anderem Rechenwerk, Integrator oder Schritt</translation>
    </message>
    <message>
        <source>S&amp;weep a parameter…</source>
        <translation>Einen Parameter &amp;durchlaufen …</translation>
    </message>
    <message>
        <source>A run for each of several values of a parameter or of the step</source>
        <translation>Ein Lauf für jeden von mehreren Werten eines Parameters oder des Schritts</translation>
    </message>
    <message>
        <source>Every &amp;formulation</source>
        <translation>Jede &amp;Formulierung</translation>
    </message>
    <message>
        <source>A run by each formulation that can do this model</source>
        <translation>Ein Lauf mit jeder Formulierung, die dieses Modell kann</translation>
    </message>
    <message>
        <source>Every &amp;integrator</source>
        <translation>Jeder &amp;Integrator</translation>
    </message>
    <message>
        <source>A run by each integrator that the formulation takes</source>
        <translation>Ein Lauf mit jedem Integrator, den die Formulierung nimmt</translation>
    </message>
    <message>
        <source>&amp;Half and quarter of the step</source>
        <translation>&amp;Halber und viertel Schritt</translation>
    </message>
    <message>
        <source>Two runs with smaller steps: what does not change is not the step&apos;s</source>
        <translation>Zwei Läufe mit kleineren Schritten: Was sich nicht ändert, liegt nicht am Schritt</translation>
    </message>
    <message>
        <source>A &amp;copy of the selected run</source>
        <translation>Eine &amp;Kopie des gewählten Laufs</translation>
    </message>
    <message>
        <source>The same again, to stay while the run on screen gets other settings</source>
        <translation>Dasselbe noch einmal; es bleibt, wenn der Lauf im Bild andere Einstellungen bekommt</translation>
    </message>
    <message>
        <source>Fork here</source>
        <translation>Hier verzweigen</translation>
    </message>
    <message>
        <source>A new run that starts from the state shown, with the settings of your choice</source>
        <translation>Ein neuer Lauf, der vom gezeigten Zustand ausgeht, mit Einstellungen nach Wahl</translation>
    </message>
    <message>
        <source>Work-precision</source>
        <translation>Arbeit und Genauigkeit</translation>
    </message>
    <message>
        <source>Error against cost over several steps, with the order of each method</source>
        <translation>Fehler über Kosten für mehrere Schritte, mit der Ordnung jedes Verfahrens</translation>
    </message>
    <message>
        <source>Put on &amp;screen</source>
        <translation>Ins &amp;Bild holen</translation>
    </message>
    <message>
        <source>Draws this run solid; the time controls play it</source>
        <translation>Zeichnet diesen Lauf deckend; die Zeitleiste spielt ihn ab</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>Another name for this run</source>
        <translation>Ein anderer Name für diesen Lauf</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Throws the selected run away</source>
        <translation>Wirft den gewählten Lauf weg</translation>
    </message>
    <message>
        <source>Remove all &amp;others</source>
        <translation>Alle &amp;anderen entfernen</translation>
    </message>
    <message>
        <source>Throws away every run but the one on screen</source>
        <translation>Wirft alle Läufe weg außer dem im Bild</translation>
    </message>
    <message>
        <source>Copy the &amp;table</source>
        <translation>&amp;Tabelle kopieren</translation>
    </message>
    <message>
        <source>Puts the table on the clipboard, for a spreadsheet</source>
        <translation>Legt die Tabelle in die Zwischenablage, für eine Tabellenkalkulation</translation>
    </message>
    <message>
        <source>Export the table as &amp;CSV…</source>
        <translation>Tabelle als &amp;CSV ausgeben …</translation>
    </message>
    <message>
        <source>Writes the table</source>
        <translation>Schreibt die Tabelle</translation>
    </message>
    <message>
        <source>Save as st&amp;udy…</source>
        <translation>Als &amp;Studie speichern …</translation>
    </message>
    <message>
        <source>Writes these runs as a file that momentree study computes too</source>
        <translation>Schreibt diese Läufe in eine Datei, die auch momentree study rechnet</translation>
    </message>
    <message>
        <source>&amp;Open a study…</source>
        <translation>Studie ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Opens the model of a study and adds its runs</source>
        <translation>Öffnet das Modell einer Studie und fügt ihre Läufe hinzu</translation>
    </message>
    <message>
        <source>Add runs</source>
        <translation>Läufe hinzufügen</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>Gegen</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>The run that differences in table and plots are taken from</source>
        <translation>Der Lauf, von dem aus Unterschiede in Tabelle und Kurven gezählt werden</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Measure others &amp;against this</source>
        <translation>Andere hier&amp;an messen</translation>
    </message>
    <message>
        <source>No other can do this model</source>
        <translation>Keine andere kann dieses Modell</translation>
    </message>
    <message numerus="yes">
        <source>Added %n run(s)</source>
        <translation>
            <numerusform>%n Lauf hinzugefügt</numerusform>
            <numerusform>%n Läufe hinzugefügt</numerusform>
        </translation>
    </message>
    <message>
        <source>The table is on the clipboard</source>
        <translation>Die Tabelle ist in der Zwischenablage</translation>
    </message>
    <message>
        <source>Export the table of runs</source>
        <translation>Tabelle der Läufe ausgeben</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>The table was not written</source>
        <translation>Die Tabelle wurde nicht geschrieben</translation>
    </message>
</context>
<context>
    <name>momentree::app::SelectTool</name>
    <message>
        <source>Move the mechanism</source>
        <translation>Mechanismus bewegen</translation>
    </message>
    <message>
        <source>Reshape</source>
        <translation>Umformen</translation>
    </message>
    <message>
        <source>It stays where it is: %1. Change that in the Properties panel</source>
        <translation>Es bleibt, wo es ist: %1. Ändern Sie das in der Tafel Eigenschaften</translation>
    </message>
    <message>
        <source>Move link</source>
        <translation>Glied verschieben</translation>
    </message>
    <message>
        <source>A neighbour stays as it is: %1</source>
        <translation>Ein Nachbar bleibt, wie er ist: %1</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Move links</source>
        <translation>Glieder verschieben</translation>
    </message>
    <message>
        <source>It follows once the joints close: the status bar says which do not</source>
        <translation>Es folgt, sobald die Gelenke schließen: welche nicht, sagt die Statuszeile</translation>
    </message>
    <message>
        <source>Nothing is free to move: joints and prescribed motions hold every link. Delete one of them, or press E and change lengths</source>
        <translation>Nichts kann sich bewegen: Gelenke und vorgeschriebene Bewegungen halten jedes Glied. Eines davon löschen, oder E drücken und Längen ändern</translation>
    </message>
    <message>
        <source>This does not move that way: joints or prescribed motions hold it</source>
        <translation>So bewegt sich das nicht: Gelenke oder vorgeschriebene Bewegungen halten es</translation>
    </message>
    <message>
        <source>Drag a link or a joint: the mechanism follows · E: reshape instead</source>
        <translation>Ein Glied oder Gelenk ziehen: der Mechanismus folgt · E: stattdessen umformen</translation>
    </message>
    <message>
        <source>Drag a joint or an end: lengths change · W: move the mechanism instead</source>
        <translation>Ein Gelenk oder Ende ziehen: Längen ändern sich · W: stattdessen den Mechanismus bewegen</translation>
    </message>
    <message>
        <source>It stays where it is: the outline of %1 would cross itself</source>
        <translation>Es bleibt, wo es ist: der Umriss von %1 würde sich schneiden</translation>
    </message>
    <message>
        <source>%1 and %2 meet here but are not joined: press R and click there</source>
        <translation>%1 und %2 treffen sich hier, sind aber nicht verbunden: R drücken und dort klicken</translation>
    </message>
</context>
<context>
    <name>momentree::app::SeriesDialog</name>
    <message>
        <source>Export a series for ParaView</source>
        <translation>Folge für ParaView exportieren</translation>
    </message>
    <message>
        <source>motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>every sample</source>
        <translation>jede Abtastung</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Time between frames</source>
        <translation>Zeit zwischen Bildern</translation>
    </message>
    <message>
        <source>The name must end in .pvd.</source>
        <translation>Der Name muss auf .pvd enden.</translation>
    </message>
    <message>
        <source>No sample lies there: the end must come after the beginning.</source>
        <translation>Dort liegt keine Abtastung: Das Ende muss nach dem Anfang kommen.</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s), in the folder %1 beside the file</source>
        <translation>
            <numerusform>%n Bild, im Ordner %1 neben der Datei</numerusform>
            <numerusform>%n Bilder, im Ordner %1 neben der Datei</numerusform>
        </translation>
    </message>
    <message>
        <source>Series for ParaView (*.pvd)</source>
        <translation>Folge für ParaView (*.pvd)</translation>
    </message>
    <message>
        <source>%1 is ready</source>
        <translation>%1 ist fertig</translation>
    </message>
    <message>
        <source>Stopped; nothing was written.</source>
        <translation>Angehalten; nichts wurde geschrieben.</translation>
    </message>
</context>
<context>
    <name>momentree::app::ShortcutPage</name>
    <message>
        <source>Keyboard and mouse</source>
        <translation>Tastatur und Maus</translation>
    </message>
    <message>
        <source>Search of commands and keys</source>
        <translation>Suche nach Befehlen und Tasten</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was er tut</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>&amp;Usual key</source>
        <translation>&amp;Übliche Taste</translation>
    </message>
    <message>
        <source>&amp;Take it over</source>
        <translation>&amp;Übernehmen</translation>
    </message>
    <message>
        <source>All usual keys</source>
        <translation>Alle üblichen Tasten</translation>
    </message>
    <message>
        <source>Mouse: click selects, drag moves what is drawn, right drag turns the picture, middle drag or Shift + drag moves it, the wheel zooms towards the pointer, a double click shows everything.</source>
        <translation>Maus: Klick wählt aus, Ziehen bewegt Gezeichnetes, Ziehen mit rechts dreht das Bild, mit der mittleren Taste oder Umschalt verschiebt es, das Rad vergrößert zum Zeiger hin, Doppelklick zeigt alles.</translation>
    </message>
    <message>
        <source>Key of “%1”:</source>
        <translation>Taste von „%1“:</translation>
    </message>
    <message>
        <source>%1 is the key of “%2”, which would have none</source>
        <translation>%1 ist die Taste von „%2“, das dann keine hätte</translation>
    </message>
</context>
<context>
    <name>momentree::app::SingularityGauge</name>
    <message>
        <source>no loops</source>
        <translation>keine Schleifen</translation>
    </message>
    <message>
        <source>σ %1 · near singular</source>
        <translation>σ %1 · fast singulär</translation>
    </message>
    <message>
        <source>σ %1 · singular</source>
        <translation>σ %1 · singulär</translation>
    </message>
    <message>
        <source>Smallest singular value of the loops over the largest, at the shown pose. Where it vanishes the mechanism gains a motion, and motions and reactions get out of control</source>
        <translation>Kleinster Singulärwert der Schleifen geteilt durch den größten, in der gezeigten Stellung. Wo er verschwindet, gewinnt der Mechanismus eine Bewegung, und Bewegungen und Reaktionen geraten außer Kontrolle</translation>
    </message>
    <message>
        <source>Distance from a singular pose: %1</source>
        <translation>Abstand von einer singulären Stellung: %1</translation>
    </message>
    <message>
        <source>%1 is open by %2</source>
        <translation>%1 ist um %2 offen</translation>
    </message>
</context>
<context>
    <name>momentree::app::Sketcher</name>
    <message>
        <source>The work plane is seen edge on: turn the picture with the right button, or choose another plane</source>
        <translation>Die Arbeitsebene liegt auf der Kante: das Bild mit der rechten Taste drehen oder eine andere Ebene wählen</translation>
    </message>
</context>
<context>
    <name>momentree::app::SpectrumWindow</name>
    <message>
        <source>Spectrum</source>
        <translation>Spektrum</translation>
    </message>
    <message>
        <source>Logarithmic frequency</source>
        <translation>Frequenz logarithmisch</translation>
    </message>
    <message>
        <source>Logarithmic amplitude</source>
        <translation>Amplitude logarithmisch</translation>
    </message>
    <message>
        <source>A spectrum needs at least 8 samples without gaps between the cursors.</source>
        <translation>Ein Spektrum braucht mindestens 8 Werte ohne Lücken zwischen den Marken.</translation>
    </message>
    <message>
        <source>frequency [Hz]</source>
        <translation>Frequenz [Hz]</translation>
    </message>
    <message>
        <source>amplitude of %1</source>
        <translation>Amplitude von %1</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>Nichts zu zeigen</translation>
    </message>
</context>
<context>
    <name>momentree::app::StepList</name>
    <message>
        <source>Equations in the order of their evaluation</source>
        <translation>Gleichungen in der Reihenfolge ihrer Auswertung</translation>
    </message>
</context>
<context>
    <name>momentree::app::StepMarks</name>
    <message>
        <source>Step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
</context>
<context>
    <name>momentree::app::StepModel</name>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Equation</source>
        <translation>Gleichung</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
</context>
<context>
    <name>momentree::app::SweepDialog</name>
    <message>
        <source>Sweep a parameter</source>
        <translation>Einen Parameter durchlaufen</translation>
    </message>
    <message>
        <source>Step [s]</source>
        <translation>Schritt [s]</translation>
    </message>
    <message>
        <source>Evenly in the logarithm</source>
        <translation>Gleichmäßig im Logarithmus</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>This model has no named parameters; the panel Parameters makes them.</source>
        <translation>Dieses Modell hat keine benannten Parameter; das Feld Parameter macht welche.</translation>
    </message>
    <message>
        <source>Add runs</source>
        <translation>Läufe hinzufügen</translation>
    </message>
    <message>
        <source>Give two different numbers in SI units, positive ones for steps and logarithms</source>
        <translation>Zwei verschiedene Zahlen in SI-Einheiten angeben, positive für Schritte und Logarithmen</translation>
    </message>
</context>
<context>
    <name>momentree::app::TimeSlider</name>
    <message>
        <source>Shown time</source>
        <translation>Gezeigte Zeit</translation>
    </message>
    <message>
        <source>Drag to look at any instant computed so far</source>
        <translation>Ziehen zeigt jeden bisher berechneten Augenblick</translation>
    </message>
</context>
<context>
    <name>momentree::app::Timeline</name>
    <message>
        <source>Timeline of phases over threads</source>
        <translation>Zeitachse der Phasen über den Threads</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>Thread %1</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
</context>
<context>
    <name>momentree::app::TimingChart</name>
    <message>
        <source>measured on the board</source>
        <translation>auf dem Board gemessen</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>modelliert</translation>
    </message>
    <message>
        <source>median; %1 to %2 from a tenth to nine tenths</source>
        <translation>Median; %1 bis %2 von einem bis neun Zehnteln</translation>
    </message>
    <message>
        <source>%1 modelled</source>
        <translation>%1 modelliert</translation>
    </message>
    <message>
        <source>Times by phase</source>
        <translation>Zeiten nach Phasen</translation>
    </message>
    <message>
        <source>%1 partly modelled</source>
        <translation>%1 teils modelliert</translation>
    </message>
</context>
<context>
    <name>momentree::app::Tour</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
</context>
<context>
    <name>momentree::app::TransportBar</name>
    <message>
        <source>Shown time / duration of the run, in seconds</source>
        <translation>Gezeigte Zeit / Dauer des Laufs in Sekunden</translation>
    </message>
    <message>
        <source>Shown time and duration</source>
        <translation>Gezeigte Zeit und Dauer</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>As fast as it goes</source>
        <translation>So schnell es geht</translation>
    </message>
    <message>
        <source>Simulated seconds per second (+ faster, − slower, 0 real time)</source>
        <translation>Simulierte Sekunden je Sekunde (+ schneller, − langsamer, 0 Echtzeit)</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>Ab&amp;spielen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>momentree::app::TreeView</name>
    <message>
        <source>Assembly tree</source>
        <translation>Montagebaum</translation>
    </message>
    <message>
        <source>Arrow keys choose a node, Return opens or closes it</source>
        <translation>Pfeiltasten wählen einen Knoten, Eingabe öffnet oder schließt ihn</translation>
    </message>
    <message>
        <source>This formulation has no tree: it solves one system for all bodies. Its equations and matrices are at the right.</source>
        <translation>Diese Formulierung hat keinen Baum: sie löst ein System für alle Körper. Ihre Gleichungen und Matrizen stehen rechts.</translation>
    </message>
</context>
<context>
    <name>momentree::app::Vectors</name>
    <message>
        <source>%1: known once it runs</source>
        <translation>%1: bekannt, sobald gerechnet wird</translation>
    </message>
    <message>
        <source>%1: none</source>
        <translation>%1: keine</translation>
    </message>
</context>
<context>
    <name>momentree::app::Viewport</name>
    <message>
        <source>Scene</source>
        <translation>Szene</translation>
    </message>
    <message>
        <source>The mechanism at the shown time</source>
        <translation>Der Mechanismus zur gezeigten Zeit</translation>
    </message>
    <message>
        <source>The 3D picture cannot be drawn here: %1

Everything else works.</source>
        <translation>Das räumliche Bild lässt sich hier nicht zeichnen: %1

Alles andere geht.</translation>
    </message>
    <message>
        <source>Open a model with Ctrl+O, or an example with Ctrl+E.
A file dropped here opens too.</source>
        <translation>Öffnen Sie ein Modell mit Strg+O oder ein Beispiel mit Strg+E.
Auch eine hier abgelegte Datei wird geöffnet.</translation>
    </message>
    <message>
        <source>Right: turn · Middle: move · Wheel: zoom</source>
        <translation>Rechts: drehen · Mitte: schieben · Rad: vergrößern</translation>
    </message>
</context>
<context>
    <name>momentree::app::WaterfallChart</name>
    <message>
        <source>Where the time of a batch goes</source>
        <translation>Wohin die Zeit eines Laufs geht</translation>
    </message>
    <message>
        <source>What if: %1, modelled</source>
        <translation>Was wäre wenn: %1, modelliert</translation>
    </message>
    <message>
        <source>%1 modelled</source>
        <translation>%1 modelliert</translation>
    </message>
    <message>
        <source>%1 from measured steps</source>
        <translation>%1 nach gemessenen Schritten</translation>
    </message>
    <message>
        <source>this PC</source>
        <translation>dieser PC</translation>
    </message>
    <message>
        <source>This board: %1, measured</source>
        <translation>Dieses Board: %1, gemessen</translation>
    </message>
</context>
<context>
    <name>momentree::app::WhatIf</name>
    <message>
        <source>%1 Gbit/s</source>
        <translation>%1 Gbit/s</translation>
    </message>
    <message>
        <source>%1 Mbit/s</source>
        <translation>%1 Mbit/s</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Of the network, one way</source>
        <translation>Des Netzes, in einer Richtung</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>Of the network</source>
        <translation>Des Netzes</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Of the programmable logic</source>
        <translation>Der programmierbaren Logik</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>Access cost</source>
        <translation>Zugriffskosten</translation>
    </message>
    <message>
        <source>Of one register, by the processor beside the logic</source>
        <translation>Eines Registers, durch den Prozessor neben der Logik</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Schritte auf einmal</translation>
    </message>
    <message>
        <source>Steps that are ordered at once</source>
        <translation>Schritte, die auf einmal bestellt werden</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>As measured</source>
        <translation>Wie gemessen</translation>
    </message>
    <message>
        <source>Sets the sliders to what the board says of itself</source>
        <translation>Stellt die Regler auf das, was das Board von sich sagt</translation>
    </message>
    <message>
        <source>modelled board and network, measured software of this PC</source>
        <translation>Board und Netz modelliert, Software dieses PCs gemessen</translation>
    </message>
    <message>
        <source>&lt;b&gt;Break-even: none up to %1 bodies&lt;/b&gt;&lt;br/&gt;%2</source>
        <translation>&lt;b&gt;Lohnt sich: nie bis %1 Körper&lt;/b&gt;&lt;br/&gt;%2</translation>
    </message>
    <message>
        <source>&lt;b&gt;Break-even: from the first body on&lt;/b&gt;&lt;br/&gt;%1</source>
        <translation>&lt;b&gt;Lohnt sich: vom ersten Körper an&lt;/b&gt;&lt;br/&gt;%1</translation>
    </message>
    <message>
        <source>&lt;b&gt;Break-even: from %1 bodies on&lt;/b&gt;&lt;br/&gt;%2</source>
        <translation>&lt;b&gt;Lohnt sich: ab %1 Körpern&lt;/b&gt;&lt;br/&gt;%2</translation>
    </message>
    <message>
        <source>Register access is what this board waits for: %1 a batch, where its clocks take %2. A faster clock gains nothing.</source>
        <translation>Registerzugriffe sind, worauf dieses Board wartet: %1 je Stapel, wo seine Takte %2 brauchen. Ein schnellerer Takt bringt nichts.</translation>
    </message>
</context>
<context>
    <name>momentree::app::WorkPrecisionDialog</name>
    <message>
        <source>Work-precision diagram</source>
        <translation>Diagramm von Arbeit und Genauigkeit</translation>
    </message>
    <message>
        <source>Error against cost</source>
        <translation>Fehler über Kosten</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Ausgeben …</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Each step is half of the one before; tolerances a tenth</source>
        <translation>Jeder Schritt ist halb so lang wie der davor; Toleranzen ein Zehntel</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>computed, far more accurate</source>
        <translation>berechnet, weit genauer</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>Gegen</translation>
    </message>
    <message>
        <source>wall time</source>
        <translation>Rechenzeit</translation>
    </message>
    <message>
        <source>evaluations</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>step or tolerance</source>
        <translation>Schritt oder Toleranz</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>Computing %n run(s) in the background</source>
        <translation>
            <numerusform>Rechnet %n Lauf im Hintergrund</numerusform>
            <numerusform>Rechnet %n Läufe im Hintergrund</numerusform>
        </translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>Neu berechnen</translation>
    </message>
    <message>
        <source>Stopped; what was computed is shown. </source>
        <translation>Angehalten; gezeigt ist, was berechnet wurde. </translation>
    </message>
    <message>
        <source>The reference: %1. </source>
        <translation>Der Bezug: %1. </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) failed, with steps too large for example. </source>
        <translation>
            <numerusform>%n Lauf ist gescheitert, etwa an zu großen Schritten. </numerusform>
            <numerusform>%n Läufe sind gescheitert, etwa an zu großen Schritten. </numerusform>
        </translation>
    </message>
    <message>
        <source>Error: the largest distance of a centre of mass from the reference over the run.</source>
        <translation>Fehler: der größte Abstand eines Schwerpunkts vom Bezug über den ganzen Lauf.</translation>
    </message>
    <message>
        <source>wall time [s]</source>
        <translation>Rechenzeit [s]</translation>
    </message>
    <message>
        <source>evaluations of the equations</source>
        <translation>Auswertungen der Gleichungen</translation>
    </message>
    <message>
        <source>step [s] or relative tolerance</source>
        <translation>Schritt [s] oder relative Toleranz</translation>
    </message>
    <message>
        <source>error [m]</source>
        <translation>Fehler [m]</translation>
    </message>
    <message>
        <source>%1: order %2</source>
        <translation>%1: Ordnung %2</translation>
    </message>
    <message>
        <source>Export the diagram</source>
        <translation>Diagramm ausgeben</translation>
    </message>
    <message>
        <source>Pictures (*.png);;PDF pages (*.pdf);;Tables (*.csv)</source>
        <translation>Bilder (*.png);;PDF-Seiten (*.pdf);;Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>%1 could not be written</source>
        <translation>%1 konnte nicht geschrieben werden</translation>
    </message>
</context>
<context>
    <name>momentree::app::Xray</name>
    <message>
        <source>Nothing is drawn yet.</source>
        <translation>Noch ist nichts gezeichnet.</translation>
    </message>
    <message>
        <source>The mechanism cannot be assembled yet: the status bar says why.</source>
        <translation>Der Mechanismus lässt sich noch nicht zusammenbauen: Die Statusleiste sagt, warum.</translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation>Durchleuchten …</translation>
    </message>
    <message>
        <source>Not looked through: that was cancelled.</source>
        <translation>Nicht durchleuchtet: das wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The loops are not closed: the status bar closes them.</source>
        <translation>Die Schleifen sind nicht geschlossen: die Statuszeile schließt sie.</translation>
    </message>
    <message>
        <source>%1 is open at the shown time: go back to where the loops are closed.</source>
        <translation>%1 ist zur gezeigten Zeit offen: dorthin zurückgehen, wo die Schleifen geschlossen sind.</translation>
    </message>
</context>
<context>
    <name>momentree::app::XrayPanel</name>
    <message>
        <source>Redundant constraints and what cures them</source>
        <translation>Überzählige Bindungen und was dagegen hilft</translation>
    </message>
    <message>
        <source>Shows the free motion before</source>
        <translation>Zeigt die vorige freie Bewegung</translation>
    </message>
    <message>
        <source>Shows what can still move, to and fro</source>
        <translation>Zeigt hin und her, was sich noch bewegen kann</translation>
    </message>
    <message>
        <source>Shows the next free motion</source>
        <translation>Zeigt die nächste freie Bewegung</translation>
    </message>
    <message>
        <source>Free motions: press play to see them</source>
        <translation>Freie Bewegungen: mit „Abspielen“ zu sehen</translation>
    </message>
    <message>
        <source>1 degree of freedom</source>
        <translation>1 Freiheitsgrad</translation>
    </message>
    <message>
        <source>%1 degrees of freedom</source>
        <translation>%1 Freiheitsgrade</translation>
    </message>
    <message>
        <source>nothing redundant</source>
        <translation>nichts überzählig</translation>
    </message>
    <message>
        <source>1 redundant constraint</source>
        <translation>1 überzählige Bindung</translation>
    </message>
    <message>
        <source>%1 redundant constraints</source>
        <translation>%1 überzählige Bindungen</translation>
    </message>
    <message>
        <source>Every reaction of the joints is determined by the motion.</source>
        <translation>Jede Reaktion der Gelenke ist durch die Bewegung bestimmt.</translation>
    </message>
    <message>
        <source>Held more than once</source>
        <translation>Mehrfach gehalten</translation>
    </message>
    <message>
        <source>The motion does not suffer from that, but these reactions cannot be told apart, and a real mechanism jams unless it is built exactly.</source>
        <translation>Der Bewegung schadet das nicht, aber diese Reaktionen sind nicht eindeutig, und ein wirklicher Mechanismus klemmt, wenn er nicht genau gebaut ist.</translation>
    </message>
    <message>
        <source>What would cure it and keep the motion</source>
        <translation>Was dagegen hilft und die Bewegung lässt</translation>
    </message>
    <message>
        <source>No change of one joint to another type at its present markers does.</source>
        <translation>Kein anderer Typ eines Gelenks an seinen jetzigen Marken.</translation>
    </message>
    <message>
        <source>At %1: </source>
        <translation>Bei %1: </translation>
    </message>
    <message>
        <source>There is no free motion</source>
        <translation>Es gibt keine freie Bewegung</translation>
    </message>
</context>
<context>
    <name>momentree::app::XyPlot</name>
    <message>
        <source>Show everything

Double click: show everything
Wheel: zoom; drag: move; right drag: zoom to a box
Click a curve: show that time</source>
        <translation>Alles zeigen

Doppelklick: alles zeigen
Rad: vergrößern; Ziehen: verschieben; Ziehen mit rechts: Ausschnitt
Klick auf eine Kurve: diese Zeit zeigen</translation>
    </message>
    <message>
        <source>Copy, save, export</source>
        <translation>Kopieren, speichern, ausgeben</translation>
    </message>
</context>
<context>
    <name>momentree::core</name>
    <message>
        <source>joint &apos;%1&apos;</source>
        <translation>Gelenk &apos;%1&apos;</translation>
    </message>
    <message>
        <source>body &apos;%1&apos;</source>
        <translation>Körper &apos;%1&apos;</translation>
    </message>
    <message>
        <source>motion &apos;%1&apos;</source>
        <translation>Bewegung &apos;%1&apos;</translation>
    </message>
    <message>
        <source>force &apos;%1&apos;</source>
        <translation>Kraft &apos;%1&apos;</translation>
    </message>
    <message>
        <source>marker &apos;%1&apos;</source>
        <translation>Marke &apos;%1&apos;</translation>
    </message>
    <message>
        <source>parameter &apos;%1&apos;</source>
        <translation>Parameter &apos;%1&apos;</translation>
    </message>
    <message>
        <source>start of joint &apos;%1&apos;</source>
        <translation>Start von Gelenk &apos;%1&apos;</translation>
    </message>
    <message>
        <source>start of body &apos;%1&apos;</source>
        <translation>Start von Körper &apos;%1&apos;</translation>
    </message>
    <message>
        <source>assembly</source>
        <translation>Zusammenbau</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>sample interval</source>
        <translation>Abtastintervall</translation>
    </message>
    <message>
        <source>relative tolerance</source>
        <translation>relative Toleranz</translation>
    </message>
    <message>
        <source>absolute tolerance</source>
        <translation>absolute Toleranz</translation>
    </message>
    <message>
        <source>reload</source>
        <translation>neu laden</translation>
    </message>
    <message>
        <source>the initial poses of its bodies do not fit it; they are apart by %1</source>
        <translation>die Anfangslagen seiner Körper passen nicht dazu; sie liegen um %1 auseinander</translation>
    </message>
    <message>
        <source>the initial velocities of its bodies do not fit it; they differ by %1</source>
        <translation>die Anfangsgeschwindigkeiten seiner Körper passen nicht dazu; sie unterscheiden sich um %1</translation>
    </message>
    <message>
        <source>no velocities satisfy it together with the other joints and motions; what remains is %1</source>
        <translation>keine Geschwindigkeiten genügen ihm zusammen mit den anderen Gelenken und Bewegungen; es bleibt %1</translation>
    </message>
    <message>
        <source>%1 (sine of the angle between its axes)</source>
        <translation>%1 (Sinus des Winkels zwischen seinen Achsen)</translation>
    </message>
    <message>
        <source>the loops cannot be closed here; pull less far</source>
        <translation>die Schleifen lassen sich hier nicht schließen; ziehen Sie weniger weit</translation>
    </message>
    <message>
        <source>the loops have %1 equations; up to %2 can be looked through</source>
        <translation>die Schleifen haben %1 Gleichungen; bis zu %2 lassen sich durchleuchten</translation>
    </message>
    <message>
        <source>the inertia must be finite</source>
        <translation>die Trägheit muss endlich sein</translation>
    </message>
    <message>
        <source>the inertia must be symmetric</source>
        <translation>die Trägheit muss symmetrisch sein</translation>
    </message>
    <message>
        <source>the inertia about the centre of mass must be positive definite; its smallest principal moment is %1 kg m^2. Every real body has three positive ones; a thin rod has a small one about its axis</source>
        <translation>die Trägheit um den Schwerpunkt muss positiv definit sein; ihr kleinstes Hauptträgheitsmoment ist %1 kg m^2. Jeder wirkliche Körper hat drei positive; ein dünner Stab hat ein kleines um seine Achse</translation>
    </message>
    <message>
        <source>no body can have this inertia: the largest principal moment (%1 kg m^2) exceeds the sum of the other two (%2 kg m^2)</source>
        <translation>kein Körper kann diese Trägheit haben: das größte Hauptträgheitsmoment (%1 kg m^2) übersteigt die Summe der beiden anderen (%2 kg m^2)</translation>
    </message>
    <message>
        <source>there is no body &apos;%1&apos;</source>
        <translation>es gibt keinen Körper &apos;%1&apos;</translation>
    </message>
    <message>
        <source>there is no joint &apos;%1&apos;</source>
        <translation>es gibt kein Gelenk &apos;%1&apos;</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no marker &apos;%2&apos;</source>
        <translation>&apos;%1&apos; hat keine Marke &apos;%2&apos;</translation>
    </message>
    <message>
        <source>&apos;ground&apos; is the world; choose another name</source>
        <translation>&apos;ground&apos; ist die Welt; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>&apos;ground&apos; is the world; give the body another name</source>
        <translation>&apos;ground&apos; ist die Welt; geben Sie dem Körper einen anderen Namen</translation>
    </message>
    <message>
        <source>a body needs a name</source>
        <translation>ein Körper braucht einen Namen</translation>
    </message>
    <message>
        <source>the name is used twice; give every body its own</source>
        <translation>der Name wird zweimal verwendet; geben Sie jedem Körper seinen eigenen</translation>
    </message>
    <message>
        <source>the name is used twice; give every joint its own</source>
        <translation>der Name wird zweimal verwendet; geben Sie jedem Gelenk seinen eigenen</translation>
    </message>
    <message>
        <source>the name is used twice; give every motion its own</source>
        <translation>der Name wird zweimal verwendet; geben Sie jeder Bewegung ihren eigenen</translation>
    </message>
    <message>
        <source>the name is used twice; give every marker of a body its own</source>
        <translation>der Name wird zweimal verwendet; geben Sie jeder Marke eines Körpers ihren eigenen</translation>
    </message>
    <message>
        <source>a model needs at least one body</source>
        <translation>ein Modell braucht wenigstens einen Körper</translation>
    </message>
    <message>
        <source>the z axis has no direction; give a non-zero vector</source>
        <translation>die z-Achse hat keine Richtung; geben Sie einen Vektor an, der nicht null ist</translation>
    </message>
    <message>
        <source>x and z are parallel; x must point across z</source>
        <translation>x und z sind parallel; x muss quer zu z zeigen</translation>
    </message>
    <message>
        <source>it connects a body with itself; name two different bodies</source>
        <translation>es verbindet einen Körper mit sich selbst; nennen Sie zwei verschiedene Körper</translation>
    </message>
    <message>
        <source>a distance joint needs a positive length [m]</source>
        <translation>ein Abstandsgelenk braucht eine positive Länge [m]</translation>
    </message>
    <message>
        <source>unknown type &apos;%1&apos;; known are revolute, prismatic, universal, cylindrical, spherical, free, fixed, distance</source>
        <translation>unbekannter Typ &apos;%1&apos;; bekannt sind revolute, prismatic, universal, cylindrical, spherical, free, fixed, distance</translation>
    </message>
    <message>
        <source>body &apos;%1&apos; is a point mass (no inertia): only distance joints at its centre can hold it. Give it an inertia about its centre of mass</source>
        <translation>Körper &apos;%1&apos; ist ein Massenpunkt (ohne Trägheit): nur Abstandsgelenke an seinem Mittelpunkt können ihn halten. Geben Sie ihm eine Trägheit um seinen Schwerpunkt</translation>
    </message>
    <message>
        <source>coordinate %1 of the %2 joint &apos;%3&apos; cannot be prescribed; possible are coordinate 1 of revolute and prismatic, 1 and 2 of cylindrical and universal joints</source>
        <translation>Koordinate %1 des Gelenks &apos;%3&apos; (%2) kann nicht vorgeschrieben werden; möglich sind Koordinate 1 von Dreh- und Schubgelenken, 1 und 2 von Dreh-Schub- und Kardangelenken</translation>
    </message>
    <message>
        <source>coordinate %1 of joint &apos;%2&apos; is prescribed twice; keep one of the motions</source>
        <translation>Koordinate %1 von Gelenk &apos;%2&apos; ist zweimal vorgeschrieben; behalten Sie eine der Bewegungen</translation>
    </message>
    <message>
        <source>%1 must be finite</source>
        <translation>%1 muss endlich sein</translation>
    </message>
    <message>
        <source>the direction must not be zero</source>
        <translation>die Richtung darf nicht null sein</translation>
    </message>
    <message>
        <source>ground cannot be loaded; name a body</source>
        <translation>das Gestell kann nicht belastet werden; nennen Sie einen Körper</translation>
    </message>
    <message>
        <source>the law must be finite</source>
        <translation>das Gesetz muss endlich sein</translation>
    </message>
    <message>
        <source>the value is not a finite number</source>
        <translation>der Wert ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>unknown parameter &apos;%1&apos; (did you mean &apos;%2&apos;?)</source>
        <translation>unbekannter Parameter &apos;%1&apos; (meinten Sie &apos;%2&apos;?)</translation>
    </message>
    <message>
        <source>unknown parameter &apos;%1&apos;</source>
        <translation>unbekannter Parameter &apos;%1&apos;</translation>
    </message>
    <message>
        <source>unknown unit &apos;%1&apos;</source>
        <translation>unbekannte Einheit &apos;%1&apos;</translation>
    </message>
    <message>
        <source>unknown function &apos;%1&apos;</source>
        <translation>unbekannte Funktion &apos;%1&apos;</translation>
    </message>
    <message>
        <source>an operator is missing before &apos;%1&apos;</source>
        <translation>vor &apos;%1&apos; fehlt ein Operator</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a unit and no parameter has this name; write 1 %2 if the unit is meant</source>
        <translation>&apos;%1&apos; ist eine Einheit, und kein Parameter heißt so; schreiben Sie 1 %2, wenn die Einheit gemeint ist</translation>
    </message>
    <message>
        <source>the function &apos;%1&apos; needs its arguments in parentheses</source>
        <translation>die Funktion &apos;%1&apos; braucht ihre Argumente in Klammern</translation>
    </message>
    <message>
        <source>a closing parenthesis has no opening one</source>
        <translation>zu einer schließenden Klammer fehlt die öffnende</translation>
    </message>
    <message>
        <source>parameters need each other in a circle: %1; give one of them a number</source>
        <translation>Parameter brauchen einander im Kreis: %1; geben Sie einem davon eine Zahl</translation>
    </message>
    <message>
        <source>a parameter&apos;s name consists of letters, digits and _ and starts with a letter</source>
        <translation>der Name eines Parameters besteht aus Buchstaben, Ziffern und _ und beginnt mit einem Buchstaben</translation>
    </message>
    <message>
        <source>this name is taken by a constant or function</source>
        <translation>dieser Name gehört einer Konstanten oder Funktion</translation>
    </message>
    <message>
        <source>the file is empty; a model is a JSON object</source>
        <translation>die Datei ist leer; ein Modell ist ein JSON-Objekt</translation>
    </message>
    <message>
        <source>the file is not UTF-8 text</source>
        <translation>die Datei ist kein UTF-8-Text</translation>
    </message>
    <message>
        <source>not valid JSON: comments are not part of it</source>
        <translation>kein gültiges JSON: Kommentare gehören nicht dazu</translation>
    </message>
    <message>
        <source>not valid JSON: %1</source>
        <translation>kein gültiges JSON: %1</translation>
    </message>
    <message>
        <source>cannot open &apos;%1&apos;: %2</source>
        <translation>&apos;%1&apos; lässt sich nicht öffnen: %2</translation>
    </message>
    <message>
        <source>cannot read &apos;%1&apos;: %2</source>
        <translation>&apos;%1&apos; lässt sich nicht lesen: %2</translation>
    </message>
    <message>
        <source>cannot write &apos;%1&apos;: %2</source>
        <translation>&apos;%1&apos; lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a folder, not a model file</source>
        <translation>&apos;%1&apos; ist ein Ordner, keine Modelldatei</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is missing</source>
        <translation>&apos;%1&apos; fehlt</translation>
    </message>
    <message>
        <source>unknown key &apos;%1&apos; (did you mean &apos;%2&apos;?)</source>
        <translation>unbekannter Schlüssel &apos;%1&apos; (meinten Sie &apos;%2&apos;?)</translation>
    </message>
    <message>
        <source>unknown key &apos;%1&apos;</source>
        <translation>unbekannter Schlüssel &apos;%1&apos;</translation>
    </message>
    <message>
        <source>unknown %1 &apos;%2&apos; (did you mean &apos;%3&apos;?); known are %4</source>
        <translation>%1 &apos;%2&apos; ist unbekannt (meinten Sie &apos;%3&apos;?); bekannt sind %4</translation>
    </message>
    <message>
        <source>unknown %1 &apos;%2&apos;; known are %3</source>
        <translation>%1 &apos;%2&apos; ist unbekannt; bekannt sind %3</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a list of %2 numbers, not %3</source>
        <translation>&apos;%1&apos; muss eine Liste von %2 Zahlen sein, nicht %3</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be %2, not %3</source>
        <translation>&apos;%1&apos; muss %2 sein, nicht %3</translation>
    </message>
    <message>
        <source>more problems may follow; these are the first 20</source>
        <translation>weitere Fehler können folgen; dies sind die ersten 20</translation>
    </message>
    <message>
        <source>it is no well-formed XML: %1</source>
        <translation>es ist kein wohlgeformtes XML: %1</translation>
    </message>
    <message>
        <source>it closes a loop, and URDF can say trees only; remove it</source>
        <translation>es schließt eine Schleife, und URDF kennt nur Bäume; entfernen Sie es</translation>
    </message>
    <message>
        <source>URDF has no %1 joints; it knows revolute, prismatic, free and fixed</source>
        <translation>URDF hat keine Gelenke der Art %1; es kennt revolute, prismatic, free und fixed</translation>
    </message>
    <message>
        <source>%1 diverged at t = %2 s: its state is no longer finite; %3</source>
        <translation>%1 divergierte bei t = %2 s: sein Zustand ist nicht mehr endlich; %3</translation>
    </message>
    <message>
        <source>the motion</source>
        <translation>die Bewegung</translation>
    </message>
    <message>
        <source>try a smaller step than %1 s, or %2</source>
        <translation>versuchen Sie einen kleineren Schritt als %1 s oder %2</translation>
    </message>
    <message>
        <source>another formulation</source>
        <translation>eine andere Formulierung</translation>
    </message>
    <message>
        <source>try tighter tolerances</source>
        <translation>versuchen Sie engere Toleranzen</translation>
    </message>
    <message>
        <source>try looser tolerances, or rk4 with a small step</source>
        <translation>versuchen Sie weitere Toleranzen, oder rk4 mit kleinem Schritt</translation>
    </message>
    <message>
        <source>the equations of motion are singular at t = %1 s: &apos;%2&apos; cannot go through this configuration; try lagrange-index1, or a start without aligned links</source>
        <translation>die Bewegungsgleichungen sind bei t = %1 s singulär: &apos;%2&apos; kommt durch diese Lage nicht hindurch; versuchen Sie lagrange-index1 oder einen Start ohne gestreckte Glieder</translation>
    </message>
    <message>
        <source>%1 did not converge at t = %2 s; %3</source>
        <translation>%1 konvergierte bei t = %2 s nicht; %3</translation>
    </message>
    <message>
        <source>%1 needs steps too small to go on at t = %2 s; try looser tolerances, or look for a jump in a force or motion</source>
        <translation>%1 braucht zu kleine Schritte, um bei t = %2 s weiterzugehen; versuchen Sie weitere Toleranzen, oder suchen Sie nach einem Sprung in einer Kraft oder Bewegung</translation>
    </message>
    <message>
        <source>the link to the board was lost at t = %1 s: %2; what had arrived is kept</source>
        <translation>die Verbindung zum Board ging bei t = %1 s verloren: %2; was angekommen war, bleibt erhalten</translation>
    </message>
    <message>
        <source>the link to the board was lost at t = %1 s; what had arrived is kept</source>
        <translation>die Verbindung zum Board ging bei t = %1 s verloren; was angekommen war, bleibt erhalten</translation>
    </message>
    <message>
        <source>out of memory; what was computed is kept</source>
        <translation>der Speicher ist voll; was berechnet wurde, bleibt erhalten</translation>
    </message>
    <message>
        <source>has other %1 than the run that should go on; start it from time 0</source>
        <translation>hat andere %1 als der Lauf, der weitergehen soll; beginnen Sie bei Zeit 0</translation>
    </message>
    <message>
        <source>bodies</source>
        <translation>Körper</translation>
    </message>
    <message>
        <source>joints</source>
        <translation>Gelenke</translation>
    </message>
    <message>
        <source>prescribed motions</source>
        <translation>vorgeschriebene Bewegungen</translation>
    </message>
    <message>
        <source>joints in its spanning tree</source>
        <translation>Gelenke in seinem Spannbaum</translation>
    </message>
    <message>
        <source>of %1 s leaves nothing to run from %2 s; choose a longer one</source>
        <translation>von %1 s lässt ab %2 s nichts zu rechnen; wählen Sie eine längere</translation>
    </message>
    <message>
        <source>is %1, must be positive and finite</source>
        <translation>ist %1, muss positiv und endlich sein</translation>
    </message>
    <message>
        <source>of %1 is longer than the duration of %2</source>
        <translation>von %1 ist länger als die Dauer von %2</translation>
    </message>
    <message>
        <source>of %1 does not divide the sample interval of %2; steps of %3 are taken</source>
        <translation>von %1 teilt das Abtastintervall von %2 nicht; es werden Schritte von %3 gemacht</translation>
    </message>
    <message>
        <source>the motion starts again at time 0: %1</source>
        <translation>die Bewegung beginnt wieder bei Zeit 0: %1</translation>
    </message>
    <message>
        <source>the settings are those of the file again: %1</source>
        <translation>die Einstellungen sind wieder die der Datei: %1</translation>
    </message>
    <message>
        <source>shift along %1</source>
        <translation>Verschiebung längs %1</translation>
    </message>
    <message>
        <source>turn about %1</source>
        <translation>Drehung um %1</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>a motion</source>
        <translation>eine Bewegung</translation>
    </message>
    <message>
        <source>is unknown; there is %1</source>
        <translation>ist unbekannt; es gibt %1</translation>
    </message>
    <message>
        <source>computes %1 only, not %2</source>
        <translation>berechnet nur %1, nicht %2</translation>
    </message>
    <message>
        <source>steps by %1, not by %2</source>
        <translation>schreitet mit %1 fort, nicht mit %2</translation>
    </message>
    <message>
        <source>shares the trees of hdca, naudet and index3-dca between threads; %1 is one recursion after the other, take sequential</source>
        <translation>teilt die Bäume von hdca, naudet und index3-dca auf Threads auf; %1 ist eine Rekursion nach der anderen, nehmen Sie sequential</translation>
    </message>
    <message>
        <source>does not go with %1, which SUNDIALS computes in double precision; take dopri5 or rk4</source>
        <translation>passt nicht zu %1, das SUNDIALS in doppelter Genauigkeit rechnet; nehmen Sie dopri5 oder rk4</translation>
    </message>
    <message>
        <source>does not go with %1, which integrates by itself; take trapezoidal</source>
        <translation>passt nicht zu %1, das selbst integriert; nehmen Sie trapezoidal</translation>
    </message>
    <message>
        <source>is built into index3-dca; %1 takes the others, rk4 for example</source>
        <translation>ist in index3-dca eingebaut; %1 nimmt die anderen, zum Beispiel rk4</translation>
    </message>
    <message>
        <source>Hamiltonian divide and conquer</source>
        <translation>Hamiltonsches Teile-und-herrsche</translation>
    </message>
    <message>
        <source>Canonical momenta on a binary tree of bodies; loops closed on the same matrices.</source>
        <translation>Kanonische Impulse auf einem binären Baum der Körper; Schleifen werden auf denselben Matrizen geschlossen.</translation>
    </message>
    <message>
        <source>Naudet&apos;s recursion in canonical momenta</source>
        <translation>Naudets Rekursion in kanonischen Impulsen</translation>
    </message>
    <message>
        <source>O(n) sweeps over the tree, loops by constraint impulses.</source>
        <translation>O(n)-Durchläufe über den Baum, Schleifen durch Zwangsimpulse.</translation>
    </message>
    <message>
        <source>Articulated-body algorithm</source>
        <translation>Algorithmus der gegliederten Körper</translation>
    </message>
    <message>
        <source>O(n) sweeps in joint speeds and accelerations, loops by constraint forces.</source>
        <translation>O(n)-Durchläufe in Gelenkgeschwindigkeiten und -beschleunigungen, Schleifen durch Zwangskräfte.</translation>
    </message>
    <message>
        <source>Constrained canonical equations</source>
        <translation>Kanonische Gleichungen mit Zwangsbedingungen</translation>
    </message>
    <message>
        <source>Absolute coordinates and momenta with constraint impulses; any topology.</source>
        <translation>Absolute Koordinaten und Impulse mit Zwangsimpulsen; jede Topologie.</translation>
    </message>
    <message>
        <source>Lagrange, index 1 with Baumgarte</source>
        <translation>Lagrange, Index 1 mit Baumgarte</translation>
    </message>
    <message>
        <source>Absolute coordinates and multipliers; drift is fed back by Baumgarte&apos;s terms.</source>
        <translation>Absolute Koordinaten und Multiplikatoren; die Drift wird durch Baumgartes Terme zurückgeführt.</translation>
    </message>
    <message>
        <source>Divide and conquer of index 3</source>
        <translation>Teile-und-herrsche vom Index 3</translation>
    </message>
    <message>
        <source>Absolute coordinates, trapezoidal rule and augmented Lagrangian; long steps, any loops.</source>
        <translation>Absolute Koordinaten, Trapezregel und erweiterter Lagrange-Ansatz; lange Schritte, beliebige Schleifen.</translation>
    </message>
    <message>
        <source>This computer, one thread</source>
        <translation>Dieser Computer, ein Thread</translation>
    </message>
    <message>
        <source>Double precision, one thread.</source>
        <translation>Doppelte Genauigkeit, ein Thread.</translation>
    </message>
    <message>
        <source>This computer, all threads</source>
        <translation>Dieser Computer, alle Threads</translation>
    </message>
    <message>
        <source>Double precision; parts of the mechanism are shared between threads.</source>
        <translation>Doppelte Genauigkeit; Teile des Mechanismus sind auf Threads verteilt.</translation>
    </message>
    <message>
        <source>This computer, single precision</source>
        <translation>Dieser Computer, einfache Genauigkeit</translation>
    </message>
    <message>
        <source>The same recursions in numbers of seven digits, as a board computes them.</source>
        <translation>Dieselben Rekursionen in Zahlen von sieben Stellen, wie ein Board sie rechnet.</translation>
    </message>
    <message>
        <source>Explicit Euler</source>
        <translation>Explizites Euler-Verfahren</translation>
    </message>
    <message>
        <source>One evaluation a step, order 1; gains energy, for comparison.</source>
        <translation>Eine Auswertung je Schritt, Ordnung 1; gewinnt Energie, zum Vergleich.</translation>
    </message>
    <message>
        <source>Semi-implicit Euler</source>
        <translation>Halbimplizites Euler-Verfahren</translation>
    </message>
    <message>
        <source>Momenta first, then coordinates with the new ones; order 1, keeps energy in bounds.</source>
        <translation>Erst die Impulse, dann mit den neuen die Koordinaten; Ordnung 1, hält die Energie in Grenzen.</translation>
    </message>
    <message>
        <source>Runge-Kutta 4</source>
        <translation>Runge-Kutta 4</translation>
    </message>
    <message>
        <source>Four evaluations a step, order 4; the usual choice.</source>
        <translation>Vier Auswertungen je Schritt, Ordnung 4; die übliche Wahl.</translation>
    </message>
    <message>
        <source>Dormand-Prince 5(4)</source>
        <translation>Dormand-Prince 5(4)</translation>
    </message>
    <message>
        <source>Variable step, order 5, explicit; follows the tolerances on smooth motions.</source>
        <translation>Veränderlicher Schritt, Ordnung 5, explizit; folgt bei glatten Bewegungen den Toleranzen.</translation>
    </message>
    <message>
        <source>Implicit midpoint rule</source>
        <translation>Implizite Mittelpunktregel</translation>
    </message>
    <message>
        <source>Order 2, symplectic and stable on stiff systems; iterates every step to rounding.</source>
        <translation>Ordnung 2, symplektisch und bei steifen Systemen stabil; iteriert jeden Schritt bis zur Rundung.</translation>
    </message>
    <message>
        <source>CVODE, BDF</source>
        <translation>CVODE, BDF</translation>
    </message>
    <message>
        <source>Variable step and order for stiff systems (SUNDIALS).</source>
        <translation>Veränderlicher Schritt und veränderliche Ordnung für steife Systeme (SUNDIALS).</translation>
    </message>
    <message>
        <source>CVODE, Adams</source>
        <translation>CVODE, Adams</translation>
    </message>
    <message>
        <source>Variable step and order for smooth motions (SUNDIALS).</source>
        <translation>Veränderlicher Schritt und veränderliche Ordnung für glatte Bewegungen (SUNDIALS).</translation>
    </message>
    <message>
        <source>Trapezoidal rule, conserving energy</source>
        <translation>Trapezregel, energieerhaltend</translation>
    </message>
    <message>
        <source>Implicit, order 2, with mean forces that do no work on constraints; built into index3-dca.</source>
        <translation>Implizit, Ordnung 2, mit mittleren Kräften, die an Zwangsbedingungen keine Arbeit leisten; in index3-dca eingebaut.</translation>
    </message>
    <message>
        <source>Trapezoidal rule of Newmark</source>
        <translation>Trapezregel von Newmark</translation>
    </message>
    <message>
        <source>Implicit, order 2, with accelerations at both ends of a step, as published for index3-dca.</source>
        <translation>Implizit, Ordnung 2, mit Beschleunigungen an beiden Enden eines Schritts, wie für index3-dca veröffentlicht.</translation>
    </message>
    <message>
        <source>the mass must be positive and finite [kg]; a massless rod between two points is a joint of type distance</source>
        <translation>die Masse muss positiv und endlich sein [kg]; ein masseloser Stab zwischen zwei Punkten ist ein Gelenk vom Typ distance</translation>
    </message>
    <message>
        <source>link &apos;%1&apos;</source>
        <translation>Glied &apos;%1&apos;</translation>
    </message>
    <message>
        <source>probe &apos;%1&apos;</source>
        <translation>Messgröße &apos;%1&apos;</translation>
    </message>
    <message>
        <source>probe %1</source>
        <translation>Messgröße %1</translation>
    </message>
    <message>
        <source>body &apos;%1&apos; shape</source>
        <translation>Körper &apos;%1&apos;, Form</translation>
    </message>
    <message>
        <source>formulation &apos;%1&apos;</source>
        <translation>Formulierung &apos;%1&apos;</translation>
    </message>
    <message>
        <source>backend &apos;%1&apos;</source>
        <translation>Rechenwerk &apos;%1&apos;</translation>
    </message>
    <message>
        <source>integrator &apos;%1&apos;</source>
        <translation>Integrator &apos;%1&apos;</translation>
    </message>
    <message>
        <source>inversion &apos;%1&apos;</source>
        <translation>Inversion &apos;%1&apos;</translation>
    </message>
    <message>
        <source>gravity</source>
        <translation>Schwerkraft</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>newton iterations</source>
        <translation>Newton-Iterationen</translation>
    </message>
    <message>
        <source>newton tolerance</source>
        <translation>Newton-Toleranz</translation>
    </message>
    <message>
        <source>momentum reset</source>
        <translation>Impulsrückstellung</translation>
    </message>
    <message>
        <source>the mechanism cannot be assembled: this joint stays open by at least %1. Lengths%2 or the initial pose do not allow it to close%3</source>
        <translation>Der Mechanismus lässt sich nicht zusammenbauen: Dieses Gelenk bleibt um mindestens %1 offen. Längen%2 oder die Anfangslage erlauben nicht, dass es sich schließt%3</translation>
    </message>
    <message>
        <source>, the motion &apos;%1&apos;, the motion &apos;%2&apos;</source>
        <translation>, die Bewegung &apos;%1&apos;, die Bewegung &apos;%2&apos;</translation>
    </message>
    <message>
        <source>, the motion &apos;%1&apos;</source>
        <translation>, die Bewegung &apos;%1&apos;</translation>
    </message>
    <message>
        <source>; loops that close by %1 equations leave their joints only %2 speeds, so a joint that leaves more free may do</source>
        <translation>; Schleifen, die sich durch %1 Gleichungen schließen, lassen ihren Gelenken nur %2 Geschwindigkeiten; ein Gelenk, das mehr frei lässt, kann helfen</translation>
    </message>
    <message>
        <source>; loops that close by %1 equations leave their joints only %2 speed, so a joint that leaves more free may do</source>
        <translation>; Schleifen, die sich durch %1 Gleichungen schließen, lassen ihren Gelenken nur %2 Geschwindigkeit; ein Gelenk, das mehr frei lässt, kann helfen</translation>
    </message>
    <message>
        <source>the expression is empty</source>
        <translation>Der Ausdruck ist leer</translation>
    </message>
    <message>
        <source>the expression ends where a value must follow</source>
        <translation>Der Ausdruck endet, wo ein Wert folgen muss</translation>
    </message>
    <message>
        <source>a closing parenthesis is missing</source>
        <translation>Eine schließende Klammer fehlt</translation>
    </message>
    <message>
        <source>unexpected &apos;%1&apos; where a value must follow</source>
        <translation>Unerwartetes &apos;%1&apos;, wo ein Wert folgen muss</translation>
    </message>
    <message>
        <source>unexpected &apos;%1&apos; (a decimal point is a dot)</source>
        <translation>Unerwartetes &apos;%1&apos; (das Dezimalzeichen ist ein Punkt)</translation>
    </message>
    <message>
        <source>unexpected &apos;%1&apos; (allowed are + - * / ^ and parentheses)</source>
        <translation>Unerwartetes &apos;%1&apos; (erlaubt sind + - * / ^ und Klammern)</translation>
    </message>
    <message>
        <source>an unexpected character where a value must follow</source>
        <translation>Ein unerwartetes Zeichen, wo ein Wert folgen muss</translation>
    </message>
    <message>
        <source>an unexpected character (allowed are + - * / ^ and parentheses)</source>
        <translation>Ein unerwartetes Zeichen (erlaubt sind + - * / ^ und Klammern)</translation>
    </message>
    <message>
        <source>a number is too large or too small for double precision</source>
        <translation>Eine Zahl ist zu groß oder zu klein für doppelte Genauigkeit</translation>
    </message>
    <message>
        <source>a number has no digits</source>
        <translation>Eine Zahl hat keine Ziffern</translation>
    </message>
    <message>
        <source>parentheses are nested deeper than %1</source>
        <translation>Klammern sind tiefer als %1 geschachtelt</translation>
    </message>
    <message>
        <source>the power of a unit is a digit from 1 to 9</source>
        <translation>Der Exponent einer Einheit ist eine Ziffer von 1 bis 9</translation>
    </message>
    <message>
        <source>an expression of %1 characters is longer than the limit of %2</source>
        <translation>Ein Ausdruck mit %1 Zeichen ist länger als die Grenze von %2</translation>
    </message>
    <message>
        <source>a parameter&apos;s name has at most 64 characters</source>
        <translation>Der Name eines Parameters hat höchstens 64 Zeichen</translation>
    </message>
    <message>
        <source>this name is used twice; give every parameter a name of its own</source>
        <translation>Dieser Name kommt zweimal vor; jeder Parameter braucht einen eigenen</translation>
    </message>
    <message>
        <source>the model has no such parameter (did you mean &apos;%1&apos;?)</source>
        <translation>Das Modell hat keinen solchen Parameter (gemeint ist vielleicht &apos;%1&apos;)</translation>
    </message>
    <message>
        <source>the model has no such parameter; it has no parameters</source>
        <translation>Das Modell hat keinen solchen Parameter; es hat gar keine</translation>
    </message>
    <message>
        <source>the model has no such parameter</source>
        <translation>Das Modell hat keinen solchen Parameter</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>Ein Wert fehlt</translation>
    </message>
    <message>
        <source>unknown function &apos;%1&apos; (did you mean &apos;%2&apos;?)</source>
        <translation>Unbekannte Funktion &apos;%1&apos; (gemeint ist vielleicht &apos;%2&apos;)</translation>
    </message>
    <message>
        <source>with %1 kg beside the %2 kg of body &apos;%3&apos; the mass matrix is singular to rounding; give it at least %4 kg</source>
        <translation>Mit %1 kg neben den %2 kg von Körper &apos;%3&apos; ist die Massenmatrix bis auf Rundung singulär; er braucht mindestens %4 kg</translation>
    </message>
    <message>
        <source>name the joint whose coordinate it prescribes, or two markers</source>
        <translation>Nennen Sie das Gelenk, dessen Koordinate vorgegeben wird, oder zwei Bezugspunkte</translation>
    </message>
    <message>
        <source>a point mass can only be loaded at its centre; give the body an inertia</source>
        <translation>Eine Punktmasse lässt sich nur in ihrem Mittelpunkt belasten; geben Sie dem Körper eine Trägheit</translation>
    </message>
    <message>
        <source>a polynomial needs at least one coefficient</source>
        <translation>Ein Polynom braucht mindestens einen Koeffizienten</translation>
    </message>
    <message>
        <source>a table needs two or more ascending times and as many values</source>
        <translation>Eine Tabelle braucht zwei oder mehr aufsteigende Zeiten und ebenso viele Werte</translation>
    </message>
    <message>
        <source>unknown law &apos;%1&apos;; known are constant, harmonic, polynomial, table</source>
        <translation>Unbekanntes Gesetz &apos;%1&apos;; bekannt sind constant, harmonic, polynomial, table</translation>
    </message>
    <message>
        <source>there is no joint or motion &apos;%1&apos;</source>
        <translation>Es gibt kein Gelenk und keine Bewegung &apos;%1&apos;</translation>
    </message>
    <message>
        <source>it takes %1 coordinates q, not %2</source>
        <translation>Es braucht %1 Koordinaten q, nicht %2</translation>
    </message>
    <message>
        <source>it takes %1 speeds u, not %2</source>
        <translation>Es braucht %1 Geschwindigkeiten u, nicht %2</translation>
    </message>
    <message>
        <source>a distance joint has no coordinates; place its bodies instead</source>
        <translation>Ein Abstandsgelenk hat keine Koordinaten; legen Sie stattdessen die Lage seiner Körper fest</translation>
    </message>
    <message>
        <source>its quaternion (e0, e1, e2, e3) must have length 1</source>
        <translation>Seine Quaternion (e0, e1, e2, e3) muss die Länge 1 haben</translation>
    </message>
    <message>
        <source>its orientation (e0, e1, e2, e3) must have length 1</source>
        <translation>Seine Orientierung (e0, e1, e2, e3) muss die Länge 1 haben</translation>
    </message>
    <message>
        <source>the orientation is not a unit quaternion (e0, e1, e2, e3); its norm is %1</source>
        <translation>Die Orientierung ist keine Einheitsquaternion (e0, e1, e2, e3); ihre Norm ist %1</translation>
    </message>
    <message>
        <source>the stiffness</source>
        <translation>die Steifigkeit</translation>
    </message>
    <message>
        <source>the damping</source>
        <translation>die Dämpfung</translation>
    </message>
    <message>
        <source>the length</source>
        <translation>die Länge</translation>
    </message>
    <message>
        <source>the preload</source>
        <translation>die Vorspannung</translation>
    </message>
    <message>
        <source>the drag</source>
        <translation>der Widerstand</translation>
    </message>
    <message>
        <source>the angular drag</source>
        <translation>der Drehwiderstand</translation>
    </message>
    <message>
        <source>the rest position</source>
        <translation>die Ruhelage</translation>
    </message>
    <message>
        <source>&apos;version&apos; is missing; this program reads &quot;version&quot;: %1</source>
        <translation>&apos;version&apos; fehlt; dieses Programm liest &quot;version&quot;: %1</translation>
    </message>
    <message>
        <source>unknown version of the model format; this program reads &quot;version&quot;: %1</source>
        <translation>Unbekannte Version des Modellformats; dieses Programm liest &quot;version&quot;: %1</translation>
    </message>
    <message>
        <source>brackets are nested deeper than %1 levels</source>
        <translation>Klammern sind tiefer als %1 Ebenen geschachtelt</translation>
    </message>
    <message>
        <source>the file holds more than %1 values; models have at most 100 000 bodies</source>
        <translation>Die Datei enthält mehr als %1 Werte; Modelle haben höchstens 100 000 Körper</translation>
    </message>
    <message>
        <source>the text is larger than the limit of 64 MiB</source>
        <translation>Der Text ist größer als die Grenze von 64 MiB</translation>
    </message>
    <message>
        <source>the file is larger than the limit of 64 MiB (models have at most 100 000 bodies)</source>
        <translation>Die Datei ist größer als die Grenze von 64 MiB (Modelle haben höchstens 100 000 Körper)</translation>
    </message>
    <message>
        <source>cannot write &apos;%1&apos;: %2; %3 of %4 rows are in the file</source>
        <translation>&apos;%1&apos; kann nicht geschrieben werden: %2; %3 von %4 Zeilen stehen in der Datei</translation>
    </message>
    <message>
        <source>%1; the old file is unchanged</source>
        <translation>%1; die alte Datei ist unverändert</translation>
    </message>
    <message>
        <source>not saved, because the file could not be opened again</source>
        <translation>Nicht gespeichert, weil sich die Datei nicht wieder öffnen ließe</translation>
    </message>
    <message>
        <source>the name of the output file is empty</source>
        <translation>Der Name der Ausgabedatei ist leer</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>Der Datenträger ist voll</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>Es gibt keine solche Datei und keinen solchen Ordner</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>Zugriff verweigert</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>Es ist ein Ordner</translation>
    </message>
    <message>
        <source>the file system is read-only</source>
        <translation>Das Dateisystem ist schreibgeschützt</translation>
    </message>
    <message>
        <source>a part of the path is not a folder</source>
        <translation>Ein Teil des Pfades ist kein Ordner</translation>
    </message>
    <message>
        <source>&apos;times&apos; has %1 entries and &apos;values&apos; %2; they must be as many</source>
        <translation>&apos;times&apos; hat %1 Einträge und &apos;values&apos; %2; es müssen gleich viele sein</translation>
    </message>
    <message>
        <source>a table needs at least two points</source>
        <translation>Eine Tabelle braucht mindestens zwei Punkte</translation>
    </message>
    <message>
        <source>give either &apos;joint&apos; (and &apos;coordinate&apos;) or the markers &apos;a&apos; and &apos;b&apos;</source>
        <translation>Geben Sie entweder &apos;joint&apos; (und &apos;coordinate&apos;) oder die Bezugspunkte &apos;a&apos; und &apos;b&apos; an</translation>
    </message>
    <message>
        <source>give either &apos;orientation&apos; or &apos;z&apos; with an optional &apos;x&apos;, not both</source>
        <translation>Geben Sie entweder &apos;orientation&apos; oder &apos;z&apos; mit wahlweisem &apos;x&apos; an, nicht beides</translation>
    </message>
    <message>
        <source>&apos;x&apos; only helps &apos;z&apos;, which is missing</source>
        <translation>&apos;x&apos; ergänzt nur &apos;z&apos;, und das fehlt</translation>
    </message>
    <message>
        <source>a position is a list of 3 numbers</source>
        <translation>Eine Lage ist eine Liste von 3 Zahlen</translation>
    </message>
    <message>
        <source>must be a position [x, y, z] or an object with &apos;position&apos; and an orientation, not %1</source>
        <translation>muss eine Lage [x, y, z] oder ein Objekt mit &apos;position&apos; und Orientierung sein, nicht %1</translation>
    </message>
    <message>
        <source>&apos;inertia&apos; must be [Jxx, Jyy, Jzz] or three rows of three, about the centre of mass</source>
        <translation>&apos;inertia&apos; muss [Jxx, Jyy, Jzz] oder drei Zeilen zu dritt sein, um den Schwerpunkt</translation>
    </message>
    <message>
        <source>&apos;color&apos; must be written &quot;#rrggbb&quot;</source>
        <translation>&apos;color&apos; wird &quot;#rrggbb&quot; geschrieben</translation>
    </message>
    <message>
        <source>only distance joints have a &apos;length&apos;</source>
        <translation>Nur Abstandsgelenke haben eine &apos;length&apos;</translation>
    </message>
    <message>
        <source>&apos;min&apos; must be less than &apos;max&apos;</source>
        <translation>&apos;min&apos; muss kleiner als &apos;max&apos; sein</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be greater than 0</source>
        <translation>&apos;%1&apos; muss größer als 0 sein</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is too large for double precision</source>
        <translation>&apos;%1&apos; ist zu groß für doppelte Genauigkeit</translation>
    </message>
    <message>
        <source>%1 is too large for double precision</source>
        <translation>%1 ist zu groß für doppelte Genauigkeit</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a whole number from %2 to %3</source>
        <translation>&apos;%1&apos; muss eine ganze Zahl von %2 bis %3 sein</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has at most %2 bytes</source>
        <translation>&apos;%1&apos; hat höchstens %2 Bytes</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has %2 entries; the limit is %3</source>
        <translation>&apos;%1&apos; hat %2 Einträge; die Grenze ist %3</translation>
    </message>
    <message>
        <source>%1 must be a number or an expression such as &quot;2*L&quot; or &quot;12 cm&quot;, not %2</source>
        <translation>%1 muss eine Zahl oder ein Ausdruck wie &quot;2*L&quot; oder &quot;12 cm&quot; sein, nicht %2</translation>
    </message>
    <message>
        <source>%1 must name a marker as &quot;body.marker&quot; or &quot;ground.marker&quot;, or a body</source>
        <translation>%1 muss einen Bezugspunkt als &quot;körper.punkt&quot; oder &quot;ground.punkt&quot; nennen, oder einen Körper</translation>
    </message>
    <message>
        <source>each number of &apos;%1&apos;</source>
        <translation>jede Zahl von &apos;%1&apos;</translation>
    </message>
    <message>
        <source>each coordinate</source>
        <translation>jede Koordinate</translation>
    </message>
    <message>
        <source>must be an object {...}, not %1</source>
        <translation>muss ein Objekt {...} sein, nicht %1</translation>
    </message>
    <message>
        <source>an object {...}</source>
        <translation>ein Objekt {...}</translation>
    </message>
    <message>
        <source>a list [...]</source>
        <translation>eine Liste [...]</translation>
    </message>
    <message>
        <source>a list of plain numbers</source>
        <translation>eine Liste einfacher Zahlen</translation>
    </message>
    <message>
        <source>a plain number</source>
        <translation>eine einfache Zahl</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>an empty text</source>
        <translation>ein leerer Text</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a name must not be empty</source>
        <translation>Ein Name darf nicht leer sein</translation>
    </message>
    <message>
        <source>a name has at most 200 bytes</source>
        <translation>Ein Name hat höchstens 200 Bytes</translation>
    </message>
    <message>
        <source>a name must not contain a dot, which stands between body and marker</source>
        <translation>Ein Name darf keinen Punkt enthalten; der steht zwischen Körper und Bezugspunkt</translation>
    </message>
    <message>
        <source>a name must not contain control characters</source>
        <translation>Ein Name darf keine Steuerzeichen enthalten</translation>
    </message>
    <message>
        <source>it is called &apos;%1&apos; here</source>
        <translation>Er heißt hier &apos;%1&apos;</translation>
    </message>
    <message>
        <source>%1 element of this kind is not taken over: a model has nothing like it</source>
        <translation>%1 Element dieser Art wird nicht übernommen: Ein Modell kennt nichts dergleichen</translation>
    </message>
    <message>
        <source>%1 elements of this kind are not taken over: a model has nothing like it</source>
        <translation>%1 Elemente dieser Art werden nicht übernommen: Ein Modell kennt nichts dergleichen</translation>
    </message>
    <message>
        <source>its mesh &apos;%1&apos; is not drawn: bars between its joints stand for it</source>
        <translation>Sein Netz &apos;%1&apos; wird nicht gezeichnet: Stäbe zwischen seinen Gelenken stehen dafür</translation>
    </message>
    <message>
        <source>as the root it is held to ground; make joint &apos;%1&apos; free to let it go</source>
        <translation>Als Wurzel ist es am Gestell fest; mit Gelenk &apos;%1&apos; vom Typ free wird es gelöst</translation>
    </message>
    <message>
        <source>it has no mass, but joint &apos;%1&apos; moves it; give it an &lt;inertial&gt; or make the joint fixed</source>
        <translation>Es hat keine Masse, aber Gelenk &apos;%1&apos; bewegt es; geben Sie ihm ein &lt;inertial&gt; oder machen Sie das Gelenk fest</translation>
    </message>
    <message>
        <source>planar joints are not known here; possible are revolute, continuous, prismatic, floating and fixed</source>
        <translation>Gelenke vom Typ planar sind hier nicht bekannt; möglich sind revolute, continuous, prismatic, floating und fixed</translation>
    </message>
    <message>
        <source>joints of an unknown type are not known here; possible are revolute, continuous, prismatic, floating and fixed</source>
        <translation>Gelenke unbekannten Typs sind hier nicht bekannt; möglich sind revolute, continuous, prismatic, floating und fixed</translation>
    </message>
    <message>
        <source>its axis has no direction; give &lt;axis xyz=&quot;0 0 1&quot;/&gt;</source>
        <translation>Seine Achse hat keine Richtung; geben Sie &lt;axis xyz=&quot;0 0 1&quot;/&gt; an</translation>
    </message>
    <message>
        <source>its limits (%1 to %2) are not supported: it moves beyond them</source>
        <translation>Seine Grenzen (%1 bis %2) werden nicht unterstützt: Es bewegt sich darüber hinaus</translation>
    </message>
    <message>
        <source>mimic of &apos;%1&apos; is not supported: the joint moves on its own</source>
        <translation>Nachahmen von &apos;%1&apos; wird nicht unterstützt: Das Gelenk bewegt sich für sich</translation>
    </message>
    <message>
        <source>friction is not supported: it has none</source>
        <translation>Reibung wird nicht unterstützt: Es hat keine</translation>
    </message>
    <message>
        <source>damping is not supported: it has none</source>
        <translation>Dämpfung wird nicht unterstützt: Es hat keine</translation>
    </message>
    <message>
        <source>its safety controller is not supported</source>
        <translation>Sein Sicherheitsregler wird nicht unterstützt</translation>
    </message>
    <message>
        <source>its calibration is not supported</source>
        <translation>Seine Kalibrierung wird nicht unterstützt</translation>
    </message>
    <message>
        <source>is not supported: bodies pass through each other</source>
        <translation>wird nicht unterstützt: Körper gehen durcheinander hindurch</translation>
    </message>
    <message>
        <source>elements are nested more than %1 deep; a robot needs a handful</source>
        <translation>Elemente sind mehr als %1 tief geschachtelt; ein Roboter braucht eine Handvoll</translation>
    </message>
    <message>
        <source>it is no robot description: its first element has to be &lt;robot&gt;</source>
        <translation>Es ist keine Roboterbeschreibung: Das erste Element muss &lt;robot&gt; sein</translation>
    </message>
    <message>
        <source>it is no valid robot description</source>
        <translation>Es ist keine gültige Roboterbeschreibung</translation>
    </message>
    <message>
        <source>URDF demands limits of prismatic joints: it is written with %1 m, N and m/s</source>
        <translation>URDF verlangt Grenzen von Schubgelenken: Es wird mit %1 m, N und m/s geschrieben</translation>
    </message>
    <message>
        <source>URDF has no forces: it is left out</source>
        <translation>URDF kennt keine Kräfte: Sie wird ausgelassen</translation>
    </message>
    <message>
        <source>URDF has no motions: the joint is written free</source>
        <translation>URDF kennt keine Bewegungen: Das Gelenk wird frei geschrieben</translation>
    </message>
    <message>
        <source>URDF has none: joints start at 0 when it is opened again</source>
        <translation>URDF kennt keinen: Gelenke beginnen bei 0, wenn die Datei wieder geöffnet wird</translation>
    </message>
    <message>
        <source>URDF has none: their values are written</source>
        <translation>URDF kennt keine: Ihre Werte werden geschrieben</translation>
    </message>
    <message>
        <source>URDF leaves it to the reader, who takes it along -z</source>
        <translation>URDF überlässt sie dem Leser, der sie entlang -z annimmt</translation>
    </message>
    <message>
        <source>is what URDF calls ground; rename it</source>
        <translation>So nennt URDF das Gestell; benennen Sie ihn um</translation>
    </message>
    <message>
        <source>angular velocity</source>
        <translation>Winkelgeschwindigkeit</translation>
    </message>
    <message>
        <source>&apos;law&apos; (where it is not an object)</source>
        <translation>&apos;law&apos; (wo es kein Objekt ist)</translation>
    </message>
    <message>
        <source>Turns about z of its markers.</source>
        <translation>Dreht sich um z seiner Bezugspunkte.</translation>
    </message>
    <message>
        <source>Slides along z of its markers.</source>
        <translation>Gleitet entlang z seiner Bezugspunkte.</translation>
    </message>
    <message>
        <source>Turns about x of marker A and y of marker B.</source>
        <translation>Dreht sich um x von Bezugspunkt A und y von Bezugspunkt B.</translation>
    </message>
    <message>
        <source>Turns about and slides along z.</source>
        <translation>Dreht sich um z und gleitet daran entlang.</translation>
    </message>
    <message>
        <source>Turns about a point.</source>
        <translation>Dreht sich um einen Punkt.</translation>
    </message>
    <message>
        <source>Moves in every way; gives a loose body its coordinates.</source>
        <translation>Bewegt sich auf jede Art; gibt einem losen Körper seine Koordinaten.</translation>
    </message>
    <message>
        <source>Does not move.</source>
        <translation>Bewegt sich nicht.</translation>
    </message>
    <message>
        <source>A massless rod between two points.</source>
        <translation>Ein masseloser Stab zwischen zwei Punkten.</translation>
    </message>
    <message>
        <source>stopped at t = %1 s, before its end</source>
        <translation>angehalten bei t = %1 s, vor seinem Ende</translation>
    </message>
    <message>
        <source>the run ended by an internal error: %1</source>
        <translation>Der Lauf endete durch einen inneren Fehler: %1</translation>
    </message>
    <message>
        <source>the run ended by an unknown internal error</source>
        <translation>Der Lauf endete durch einen unbekannten inneren Fehler</translation>
    </message>
    <message>
        <source>has no finite state to go on from at this instant</source>
        <translation>hat in diesem Augenblick keinen endlichen Zustand, von dem es weitergehen könnte</translation>
    </message>
    <message>
        <source>is not in this version; there is %1</source>
        <translation>gibt es in dieser Fassung nicht; es gibt %1</translation>
    </message>
    <message>
        <source>names no number of threads from 1 to 256; parallel:2, for example</source>
        <translation>nennt keine Anzahl von Fäden von 1 bis 256; zum Beispiel parallel:2</translation>
    </message>
    <message>
        <source>of %1 would take %2 steps for %3, more than 1e9; at least %4 would do</source>
        <translation>von %1 brauchte %2 Schritte für %3, mehr als 1e9; mindestens %4 ginge</translation>
    </message>
    <message>
        <source>is %1, must be between %2 and %3 in single precision</source>
        <translation>ist %1, muss in einfacher Genauigkeit zwischen %2 und %3 liegen</translation>
    </message>
    <message>
        <source>is %1, must be between %2 and %3</source>
        <translation>ist %1, muss zwischen %2 und %3 liegen</translation>
    </message>
    <message>
        <source>is infinite: every row of an endless run would be kept; choose a time at which it ends</source>
        <translation>ist unendlich: Jede Zeile eines endlosen Laufs würde behalten; wählen Sie eine Zeit, zu der er endet</translation>
    </message>
    <message>
        <source>of %1 would record %2 GiB, more than 2 GiB; %3 would fit, or a shorter duration</source>
        <translation>von %1 zeichnete %2 GiB auf, mehr als 2 GiB; %3 ginge, oder eine kürzere Dauer</translation>
    </message>
    <message>
        <source>of %1 has more than 1e12 samples; at most %2</source>
        <translation>von %1 hat mehr als 1e12 Abtastungen; höchstens %2</translation>
    </message>
    <message>
        <source>is %1 1/s, must be 0 or positive and finite</source>
        <translation>ist %1 1/s, muss 0 oder positiv und endlich sein</translation>
    </message>
    <message>
        <source>is %1, must be 0 or positive and finite</source>
        <translation>ist %1, muss 0 oder positiv und endlich sein</translation>
    </message>
    <message>
        <source>needs a dense Jacobian of all %1 states, more than %2 do not fit in memory; use cvode-adams or rk4</source>
        <translation>braucht eine volle Jacobimatrix aller %1 Zustände; mehr als %2 passen nicht in den Speicher; nehmen Sie cvode-adams oder rk4</translation>
    </message>
    <message>
        <source>CVODE cannot start: not enough memory for %1 states</source>
        <translation>CVODE kann nicht beginnen: zu wenig Speicher für %1 Zustände</translation>
    </message>
    <message>
        <source>this build has no SUNDIALS; install libsundials-dev and configure again</source>
        <translation>Diese Fassung ist ohne SUNDIALS gebaut; installieren Sie libsundials-dev und konfigurieren Sie neu</translation>
    </message>
    <message>
        <source>is unknown; there is rank-revealing, adjugate, ldup, eigen</source>
        <translation>ist unbekannt; es gibt rank-revealing, adjugate, ldup, eigen</translation>
    </message>
    <message>
        <source>is for chains, trees and one loop to ground of revolute joints with parallel axes; elsewhere hdca takes rank-revealing</source>
        <translation>ist für Ketten, Bäume und eine Schleife zum Gestell aus Drehgelenken mit parallelen Achsen; sonst nimmt hdca rank-revealing</translation>
    </message>
    <message>
        <source>ground marker &apos;%1&apos; %2</source>
        <translation>Bezugspunkt &apos;%1&apos; am Gestell, %2</translation>
    </message>
    <message>
        <source>ground marker &apos;%1&apos;</source>
        <translation>Bezugspunkt &apos;%1&apos; am Gestell</translation>
    </message>
    <message>
        <source>start of joint &apos;%1&apos; %2</source>
        <translation>Anfang von Gelenk &apos;%1&apos;, %2</translation>
    </message>
    <message>
        <source>start of body &apos;%1&apos; %2</source>
        <translation>Anfang von Körper &apos;%1&apos;, %2</translation>
    </message>
    <message>
        <source>joint &apos;%1&apos; %2</source>
        <translation>Gelenk &apos;%1&apos;, %2</translation>
    </message>
    <message>
        <source>body &apos;%1&apos; %2</source>
        <translation>Körper &apos;%1&apos;, %2</translation>
    </message>
    <message>
        <source>motion &apos;%1&apos; %2</source>
        <translation>Bewegung &apos;%1&apos;, %2</translation>
    </message>
    <message>
        <source>force &apos;%1&apos; %2</source>
        <translation>Kraft &apos;%1&apos;, %2</translation>
    </message>
    <message>
        <source>marker &apos;%1&apos; %2</source>
        <translation>Bezugspunkt &apos;%1&apos;, %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: %2</source>
        <translation>&apos;%1&apos;: %2</translation>
    </message>
    <message>
        <source>does not tell of its work</source>
        <translation>erzählt nicht von seiner Arbeit</translation>
    </message>
    <message>
        <source>closing the loops was given up</source>
        <translation>das Schließen der Schleifen wurde abgebrochen</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>the body has no marker &apos;%1&apos; to be a corner</source>
        <translation>der Körper hat keinen Bezugspunkt &apos;%1&apos;, der eine Ecke sein könnte</translation>
    </message>
    <message>
        <source>marker &apos;%1&apos; is a corner twice; name it once</source>
        <translation>Bezugspunkt &apos;%1&apos; ist zweimal Ecke; einmal nennen</translation>
    </message>
    <message>
        <source>an outline needs at least three corners</source>
        <translation>ein Umriss braucht mindestens drei Ecken</translation>
    </message>
    <message>
        <source>the outline crosses itself, so the convex hull of its corners is drawn; name the corners in their order round the link, or move them</source>
        <translation>der Umriss schneidet sich, deshalb wird die konvexe Hülle seiner Ecken gezeichnet; die Ecken in ihrer Reihenfolge um das Glied nennen oder verschieben</translation>
    </message>
    <message>
        <source>each of &apos;corners&apos; must be the name of a marker, not %1</source>
        <translation>jeder Eintrag von &apos;corners&apos; muss der Name eines Bezugspunkts sein, nicht %1</translation>
    </message>
    <message>
        <source>its mass is %1 kg, but joint &apos;%2&apos; moves it; give it a mass above 0 or make the joint fixed</source>
        <translation>seine Masse ist %1 kg, aber das Gelenk &apos;%2&apos; bewegt es; eine Masse über 0 angeben oder das Gelenk fest machen</translation>
    </message>
</context>
<context>
    <name>momentree::study</name>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Steps taken.</source>
        <translation>Getane Schritte.</translation>
    </message>
    <message>
        <source>wall</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Time that the steps took.</source>
        <translation>Zeit, die die Schritte brauchten.</translation>
    </message>
    <message>
        <source>x real time</source>
        <translation>× Echtzeit</translation>
    </message>
    <message>
        <source>Simulated time over the time that it took.</source>
        <translation>Simulierte Zeit durch die Zeit, die sie brauchte.</translation>
    </message>
    <message>
        <source>energy error</source>
        <translation>Energiefehler</translation>
    </message>
    <message>
        <source>Largest change of the total energy since the start.</source>
        <translation>Größte Änderung der Gesamtenergie seit dem Start.</translation>
    </message>
    <message>
        <source>drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>Largest violation of the constraints, Euclidean norm.</source>
        <translation>Größte Verletzung der Bindungen, euklidische Norm.</translation>
    </message>
    <message>
        <source>velocity drift</source>
        <translation>Geschw.-Drift</translation>
    </message>
    <message>
        <source>The same of the constraints&apos; first derivatives.</source>
        <translation>Dasselbe für die ersten Ableitungen der Bindungen.</translation>
    </message>
    <message>
        <source>acceleration drift</source>
        <translation>Beschl.-Drift</translation>
    </message>
    <message>
        <source>The same of the constraints&apos; second derivatives.</source>
        <translation>Dasselbe für die zweiten Ableitungen der Bindungen.</translation>
    </message>
    <message>
        <source>newton/step</source>
        <translation>Newton/Schritt</translation>
    </message>
    <message>
        <source>Newton iterations per step, implicit methods.</source>
        <translation>Newton-Iterationen je Schritt, implizite Verfahren.</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>weicht ab</translation>
    </message>
    <message>
        <source>Largest distance of a centre of mass from where the reference has it.</source>
        <translation>Größter Abstand eines Schwerpunkts von dem im Bezug.</translation>
    </message>
    <message>
        <source>forces differ</source>
        <translation>Kräfte</translation>
    </message>
    <message>
        <source>Largest difference of a joint&apos;s reaction force from the reference.</source>
        <translation>Größter Unterschied der Reaktionskraft eines Gelenks zum Bezug.</translation>
    </message>
    <message>
        <source>moments differ</source>
        <translation>Momente</translation>
    </message>
    <message>
        <source>Largest difference of a joint&apos;s reaction moment from the reference.</source>
        <translation>Größter Unterschied des Reaktionsmoments eines Gelenks zum Bezug.</translation>
    </message>
</context>
<context>
    <name>momentree::trace</name>
    <message>
        <source>Kinematics</source>
        <translation>Kinematik</translation>
    </message>
    <message>
        <source>Single bodies</source>
        <translation>Einzelne Körper</translation>
    </message>
    <message>
        <source>Assembly</source>
        <translation>Montage</translation>
    </message>
    <message>
        <source>Assembly of the biases</source>
        <translation>Montage der Biasterme</translation>
    </message>
    <message>
        <source>Closed loops</source>
        <translation>Geschlossene Schleifen</translation>
    </message>
    <message>
        <source>Base connection</source>
        <translation>Anschluss ans Gestell</translation>
    </message>
    <message>
        <source>Disassembly</source>
        <translation>Demontage</translation>
    </message>
    <message>
        <source>Assembly of the loads</source>
        <translation>Montage der Lasten</translation>
    </message>
    <message>
        <source>Disassembly of the loads</source>
        <translation>Demontage der Lasten</translation>
    </message>
    <message>
        <source>Rates of coordinates and momenta</source>
        <translation>Raten der Koordinaten und Impulse</translation>
    </message>
    <message>
        <source>Orientation of the body in world axes</source>
        <translation>Orientierung des Körpers in Weltachsen</translation>
    </message>
    <message>
        <source>From the joint&apos;s origin to the centre of mass</source>
        <translation>Vom Ursprung des Gelenks zum Schwerpunkt</translation>
    </message>
    <message>
        <source>From handle 1 to handle 2; S₁₂ = S(s₁₂) shifts wrenches</source>
        <translation>Von Griff 1 zu Griff 2; S₁₂ = S(s₁₂) verschiebt Kraftwinder</translation>
    </message>
    <message>
        <source>Compliance of the body: the velocity that an impulse gives it</source>
        <translation>Nachgiebigkeit des Körpers: die Geschwindigkeit, die ein Impuls ihm gibt</translation>
    </message>
    <message>
        <source>Compliance of the body with the reduced inertias K_c of its branches absorbed</source>
        <translation>Nachgiebigkeit des Körpers mit den aufgenommenen reduzierten Trägheiten K_c seiner Zweige</translation>
    </message>
    <message>
        <source>Velocity at handle 1 by an impulse at handle 2</source>
        <translation>Geschwindigkeit an Griff 1 durch einen Impuls an Griff 2</translation>
    </message>
    <message>
        <source>Velocity at handle 2 by an impulse at handle 2</source>
        <translation>Geschwindigkeit an Griff 2 durch einen Impuls an Griff 2</translation>
    </message>
    <message>
        <source>Velocity at handle 1 by the joint momenta alone (branches: their biases k_c)</source>
        <translation>Geschwindigkeit an Griff 1 allein durch die Gelenkimpulse (Zweige: ihre Biasterme k_c)</translation>
    </message>
    <message>
        <source>The same at handle 2</source>
        <translation>Dasselbe an Griff 2</translation>
    </message>
    <message>
        <source>How far an impulse in the joint parts both sides: symmetric and positive definite</source>
        <translation>Wie weit ein Impuls im Gelenk beide Seiten trennt: symmetrisch und positiv definit</translation>
    </message>
    <message>
        <source>What the joint holds together: zero along its free motions</source>
        <translation>Was das Gelenk zusammenhält: null längs seiner freien Bewegungen</translation>
    </message>
    <message>
        <source>Assembly: compliance of A and B joined, at handle 1</source>
        <translation>Montage: Nachgiebigkeit von A und B verbunden, an Griff 1</translation>
    </message>
    <message>
        <source>Assembly: from handle 2 to handle 1</source>
        <translation>Montage: von Griff 2 zu Griff 1</translation>
    </message>
    <message>
        <source>Assembly: compliance of A and B joined, at handle 2</source>
        <translation>Montage: Nachgiebigkeit von A und B verbunden, an Griff 2</translation>
    </message>
    <message>
        <source>Impulse that closes the gap between both sides</source>
        <translation>Impuls, der die Lücke zwischen beiden Seiten schließt</translation>
    </message>
    <message>
        <source>Assembly of the velocities</source>
        <translation>Montage der Geschwindigkeiten</translation>
    </message>
    <message>
        <source>Loads on the body, and those of its branches</source>
        <translation>Lasten am Körper und die seiner Zweige</translation>
    </message>
    <message>
        <source>Loads of both sides</source>
        <translation>Lasten beider Seiten</translation>
    </message>
    <message>
        <source>What the body that carries this branch feels of it: its reduced inertia</source>
        <translation>Was der Körper, der diesen Zweig trägt, davon spürt: seine reduzierte Trägheit</translation>
    </message>
    <message>
        <source>The same of its momentum</source>
        <translation>Dasselbe von seinem Impuls</translation>
    </message>
    <message>
        <source>Impulse in the joint to ground</source>
        <translation>Impuls im Gelenk zum Gestell</translation>
    </message>
    <message>
        <source>The other end is free</source>
        <translation>Das andere Ende ist frei</translation>
    </message>
    <message>
        <source>Impulse in the joint to ground at the beginning of the loop</source>
        <translation>Impuls im Gelenk zum Gestell am Anfang der Schleife</translation>
    </message>
    <message>
        <source>Impulse where the loop closes to ground</source>
        <translation>Impuls, wo die Schleife sich zum Gestell schließt</translation>
    </message>
    <message>
        <source>Impulses of the joints that were cut: one solve of the tree for each row</source>
        <translation>Impulse der aufgeschnittenen Gelenke: je Zeile eine Lösung des Baums</translation>
    </message>
    <message>
        <source>Impulse between the branch and its carrier</source>
        <translation>Impuls zwischen dem Zweig und seinem Träger</translation>
    </message>
    <message>
        <source>Disassembly: the impulse in the joint</source>
        <translation>Demontage: der Impuls im Gelenk</translation>
    </message>
    <message>
        <source>Its reaction on A</source>
        <translation>Seine Gegenwirkung auf A</translation>
    </message>
    <message>
        <source>Velocity of the body</source>
        <translation>Geschwindigkeit des Körpers</translation>
    </message>
    <message>
        <source>Articulated load at the root of the path</source>
        <translation>Gegliederte Last an der Wurzel des Pfades</translation>
    </message>
    <message>
        <source>Disassembly: articulated load in the joint</source>
        <translation>Demontage: gegliederte Last im Gelenk</translation>
    </message>
    <message>
        <source>Joint speeds</source>
        <translation>Gelenkgeschwindigkeiten</translation>
    </message>
    <message>
        <source>Rates of the joint momenta</source>
        <translation>Raten der Gelenkimpulse</translation>
    </message>
    <message>
        <source>From handle 1 to handle 2, in the plane</source>
        <translation>Von Griff 1 zu Griff 2, in der Ebene</translation>
    </message>
    <message>
        <source>Velocity at handle 1 by the joint momenta alone</source>
        <translation>Geschwindigkeit an Griff 1 allein durch die Gelenkimpulse</translation>
    </message>
    <message>
        <source>Impulse in the joint by one at handle 1</source>
        <translation>Impuls im Gelenk durch einen an Griff 1</translation>
    </message>
    <message>
        <source>Impulse in the joint by one at handle 2</source>
        <translation>Impuls im Gelenk durch einen an Griff 2</translation>
    </message>
    <message>
        <source>Joint speed</source>
        <translation>Gelenkgeschwindigkeit</translation>
    </message>
    <message>
        <source>Rate of the joint momentum</source>
        <translation>Rate des Gelenkimpulses</translation>
    </message>
    <message>
        <source>Inertia and momentum, inward</source>
        <translation>Trägheit und Impuls, nach innen</translation>
    </message>
    <message>
        <source>Velocities, outward</source>
        <translation>Geschwindigkeiten, nach außen</translation>
    </message>
    <message>
        <source>Loads, inward</source>
        <translation>Lasten, nach innen</translation>
    </message>
    <message>
        <source>From the carrier&apos;s origin to its own; X = S(r)ᵀ</source>
        <translation>Vom Ursprung des Trägers zum eigenen; X = S(r)ᵀ</translation>
    </message>
    <message>
        <source>Inertia of the single body</source>
        <translation>Trägheit des einzelnen Körpers</translation>
    </message>
    <message>
        <source>Articulated inertia: the body and all that hangs on it</source>
        <translation>Gegliederte Trägheit: der Körper und alles, was an ihm hängt</translation>
    </message>
    <message>
        <source>Remainder momentum of all that hangs on it</source>
        <translation>Restimpuls von allem, was an ihm hängt</translation>
    </message>
    <message>
        <source>What the joint feels of the articulated inertia</source>
        <translation>Was das Gelenk von der gegliederten Trägheit spürt</translation>
    </message>
    <message>
        <source>What the carrier feels through the joint: zero along its free motions</source>
        <translation>Was der Träger durch das Gelenk spürt: null längs seiner freien Bewegungen</translation>
    </message>
    <message>
        <source>The momentum handed on to the carrier</source>
        <translation>Der Impuls, der an den Träger weitergegeben wird</translation>
    </message>
    <message>
        <source>Loads on the body and all that hangs on it</source>
        <translation>Lasten am Körper und an allem, was an ihm hängt</translation>
    </message>
    <message>
        <source>Momentum of the body and all that hangs on it</source>
        <translation>Impuls des Körpers und von allem, was an ihm hängt</translation>
    </message>
    <message>
        <source>Right-hand sides, inward</source>
        <translation>Rechte Seiten, nach innen</translation>
    </message>
    <message>
        <source>Changes of the bodies</source>
        <translation>Änderungen der Körper</translation>
    </message>
    <message>
        <source>Compliance of the body in this iteration, its tangent inverted</source>
        <translation>Nachgiebigkeit des Körpers in dieser Iteration, die Inverse seiner Tangente</translation>
    </message>
    <message>
        <source>What the body&apos;s equations of motion still lack</source>
        <translation>Was den Bewegungsgleichungen des Körpers noch fehlt</translation>
    </message>
    <message>
        <source>Assembly across the joint: what it holds of the bodies that have been joined to it</source>
        <translation>Montage über das Gelenk: was es von den Körpern hält, die mit ihm verbunden wurden</translation>
    </message>
    <message>
        <source>What the elimination leaves on a joint that is still open</source>
        <translation>Was die Elimination an einem noch offenen Gelenk lässt</translation>
    </message>
    <message>
        <source>Gap of the joint after all that was joined before</source>
        <translation>Lücke des Gelenks nach allem, was vorher verbunden wurde</translation>
    </message>
    <message>
        <source>Disassembly: change of the joint&apos;s multipliers, c Δλ</source>
        <translation>Demontage: Änderung der Multiplikatoren des Gelenks, c Δλ</translation>
    </message>
    <message>
        <source>Change of the body&apos;s place and turn</source>
        <translation>Änderung von Lage und Drehung des Körpers</translation>
    </message>
    <message>
        <source>Constraints</source>
        <translation>Zwangsbedingungen</translation>
    </message>
    <message>
        <source>Factorisation</source>
        <translation>Faktorisierung</translation>
    </message>
    <message>
        <source>Solution</source>
        <translation>Lösung</translation>
    </message>
    <message>
        <source>Jacobian of the constraints, rows along [v; w] of every body</source>
        <translation>Jacobimatrix der Zwangsbedingungen, Zeilen über [v; w] jedes Körpers</translation>
    </message>
    <message>
        <source>Violation of the constraints</source>
        <translation>Verletzung der Zwangsbedingungen</translation>
    </message>
    <message>
        <source>The system of all bodies and constraints; it is sparse, and its elimination goes from the leaves to the root</source>
        <translation>Das System aller Körper und Zwangsbedingungen; es ist dünn besetzt und wird von den Blättern zur Wurzel eliminiert</translation>
    </message>
    <message>
        <source>Velocities of all bodies</source>
        <translation>Geschwindigkeiten aller Körper</translation>
    </message>
    <message>
        <source>Impulses of all constraints</source>
        <translation>Impulse aller Zwangsbedingungen</translation>
    </message>
    <message>
        <source>Rates of the momenta</source>
        <translation>Raten der Impulse</translation>
    </message>
    <message>
        <source>Pieces of the tree, inward</source>
        <translation>Stücke des Baums, einwärts</translation>
    </message>
    <message>
        <source>Pieces of the tree, outward</source>
        <translation>Stücke des Baums, auswärts</translation>
    </message>
    <message>
        <source>Pieces of the tree, rates</source>
        <translation>Stücke des Baums, Ableitungen</translation>
    </message>
    <message>
        <source>Wrenches</source>
        <translation>Kraftwinder</translation>
    </message>
    <message>
        <source>Articulated inertia, inward</source>
        <translation>Gelenkige Trägheit, einwärts</translation>
    </message>
    <message>
        <source>Bias wrenches, inward</source>
        <translation>Vorspann-Kraftwinder, einwärts</translation>
    </message>
    <message>
        <source>Accelerations, outward</source>
        <translation>Beschleunigungen, auswärts</translation>
    </message>
    <message>
        <source>Acceleration of the body by the velocities alone</source>
        <translation>Beschleunigung des Körpers allein durch die Geschwindigkeiten</translation>
    </message>
    <message>
        <source>Wrench that the body needs without accelerating, less its loads</source>
        <translation>Kraftwinder, den der Körper ohne Beschleunigung braucht, abzüglich seiner Lasten</translation>
    </message>
    <message>
        <source>Forces of the joints that were cut: one solve of the tree for each row</source>
        <translation>Kräfte der geschnittenen Gelenke: eine Lösung des Baums für jede Zeile</translation>
    </message>
    <message>
        <source>Bias wrench of the body and all that hangs on it</source>
        <translation>Vorspann-Kraftwinder des Körpers und alles dessen, was an ihm hängt</translation>
    </message>
    <message>
        <source>Rates of the joint speeds</source>
        <translation>Ableitungen der Gelenkgeschwindigkeiten</translation>
    </message>
    <message>
        <source>Acceleration of the body</source>
        <translation>Beschleunigung des Körpers</translation>
    </message>
    <message>
        <source>Violation of the constraints by the velocities</source>
        <translation>Verletzung der Bindungen durch die Geschwindigkeiten</translation>
    </message>
    <message>
        <source>Loads of all bodies less their gyroscopic torques</source>
        <translation>Lasten aller Körper abzüglich ihrer Kreiselmomente</translation>
    </message>
    <message>
        <source>What the constraints demand of the accelerations, with Baumgarte&apos;s terms</source>
        <translation>Was die Bindungen von den Beschleunigungen verlangen, mit den Termen nach Baumgarte</translation>
    </message>
    <message>
        <source>Accelerations of all bodies</source>
        <translation>Beschleunigungen aller Körper</translation>
    </message>
    <message>
        <source>Lagrange multipliers of all constraints</source>
        <translation>Lagrange-Multiplikatoren aller Bindungen</translation>
    </message>
</context>
</TS>
