<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>QObject</name>
    <message>
        <source>%1 is open by %2</source>
        <translation>%1 ist um %2 offen</translation>
    </message>
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
        <source>Modelled for %1</source>
        <translation>Modelliert für %1</translation>
    </message>
    <message>
        <source>Measured on %1</source>
        <translation>Gemessen auf %1</translation>
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
        <source>Shift in x [m]</source>
        <translation>Versatz in x [m]</translation>
    </message>
    <message>
        <source>Shift in y [m]</source>
        <translation>Versatz in y [m]</translation>
    </message>
    <message>
        <source>Turn [rad]</source>
        <translation>Drehung [rad]</translation>
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
        <source>Of a plate as wide as the link is drawn: mass, centre of mass and inertia follow from the shape.
Empty where they were typed; a number here lets them follow again. Aluminium 2700, steel 7850</source>
        <translation>Einer Platte, so breit wie das Glied gezeichnet ist: Masse, Schwerpunkt und Trägheit folgen aus der Form.
Leer, wo sie eingegeben wurden; eine Zahl lässt sie wieder folgen. Aluminium 2700, Stahl 7850</translation>
    </message>
    <message>
        <source>a density is a positive number in kg/m³</source>
        <translation>eine Dichte ist eine positive Zahl in kg/m³</translation>
    </message>
    <message>
        <source>a body without markers has no shape</source>
        <translation>ein Körper ohne Marken hat keine Form</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masse</translation>
    </message>
    <message>
        <source>Of the body</source>
        <translation>Des Körpers</translation>
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
        <source>Joint coordinate at time 0</source>
        <translation>Gelenkkoordinate zur Zeit 0</translation>
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
        <source>give %n value(s), separated by commas</source>
        <translation>geben Sie %n Wert(e) an, durch Kommas getrennt</translation>
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
        <translation>Gelenk (%1)</translation>
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
        <source>Keyboard and mouse</source>
        <translation>Tastatur und Maus</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was sie tut</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>Selects a body or a joint</source>
        <translation>Wählt einen Körper oder ein Gelenk</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Turns the scene; right drag too</source>
        <translation>Dreht die Szene; rechts ziehen auch</translation>
    </message>
    <message>
        <source>Middle drag, Shift + drag</source>
        <translation>Mitte ziehen, Umschalt + ziehen</translation>
    </message>
    <message>
        <source>Moves the scene</source>
        <translation>Verschiebt die Szene</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Rad</translation>
    </message>
    <message>
        <source>Zooms towards the pointer</source>
        <translation>Vergrößert zum Zeiger hin</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Shows the whole mechanism</source>
        <translation>Zeigt den ganzen Mechanismus</translation>
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
        <source>Where the joint is held: x, y, z.
A number in the unit shown, or an expression: 12 cm, 30 deg, 2*L1</source>
        <translation>Wo das Gelenk gehalten ist: x, y, z.
Eine Zahl in der gezeigten Einheit oder ein Ausdruck: 12 cm, 30 deg, 2*L1</translation>
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
        <source>Lists every key of this window</source>
        <translation>Zeigt alle Tasten dieses Fensters</translation>
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
        <source>Opens a model or a reference case</source>
        <translation>Öffnet ein Modell oder einen Referenzfall</translation>
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
    <name>momentree::app::Board</name>
    <message>
        <source>Length and angle of what is being drawn</source>
        <translation>Länge und Winkel dessen, was gezeichnet wird</translation>
    </message>
    <message>
        <source>12 cm, 30 deg</source>
        <translation>12 cm, 30 deg</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message>
        <source>Delete %1 elements</source>
        <translation>%1 Elemente löschen</translation>
    </message>
    <message>
        <source>Give a length, or a length and an angle: 12 cm, 30 deg</source>
        <translation>Geben Sie eine Länge an, oder Länge und Winkel: 12 cm, 30 deg</translation>
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
        <source>self test done</source>
        <translation>Selbsttest fertig</translation>
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
</context>
<context>
    <name>momentree::app::Gallery</name>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>No examples were found beside the program.</source>
        <translation>Neben dem Programm wurden keine Beispiele gefunden.</translation>
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
        <source>Click the corners of the link</source>
        <translation>Klicken Sie die Ecken des Glieds</translation>
    </message>
    <message>
        <source>Press where the block is and drag along its line</source>
        <translation>Drücken Sie, wo der Klotz ist, und ziehen Sie entlang seiner Geraden</translation>
    </message>
    <message>
        <source>Press on a link and drag in the direction of the force</source>
        <translation>Drücken Sie auf ein Glied und ziehen Sie in Richtung der Kraft</translation>
    </message>
    <message>
        <source>Drag from one link to another, or to a place that stays fixed</source>
        <translation>Ziehen Sie von einem Glied zum anderen oder zu einem festen Ort</translation>
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
        <source>Everything computed until then is kept: drag the time slider to look at it. A smaller step or another integrator may carry it further.</source>
        <translation>Alles bis dahin Berechnete bleibt: am Zeitschieber ziehen, um es anzusehen. Ein kleinerer Schritt oder ein anderer Integrator kommt vielleicht weiter.</translation>
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
        <source>Press L and drag out a link, or open an example with Ctrl+E</source>
        <translation>L drücken und ein Glied aufziehen, oder mit Strg+E ein Beispiel öffnen</translation>
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
        <translation>%1 überflüssig</translation>
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
    <name>momentree::app::Notice</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
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
        <source>%1 is in use: %2</source>
        <translation>%1 wird gebraucht: %2</translation>
    </message>
    <message>
        <source>Follows from other parameters</source>
        <translation>Folgt aus anderen Parametern</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>Von %1 bis %2</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Rename to %1</source>
        <translation>In %1 umbenennen</translation>
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
        <source>Where the times come from</source>
        <translation>Woher die Zeiten stammen</translation>
    </message>
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
        <source>Step size in seconds</source>
        <translation>Schrittweite in Sekunden</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Simulated time at which the run ends, in seconds</source>
        <translation>Simulierte Zeit, bei der der Lauf endet, in Sekunden</translation>
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
        <source>Nothing to show yet</source>
        <translation>Noch nichts zu zeigen</translation>
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
        <source>A torque acts on a link: click a link</source>
        <translation>Ein Moment wirkt auf ein Glied: klicken Sie ein Glied</translation>
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
        <source>Click a link</source>
        <translation>Klicken Sie ein Glied</translation>
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
        <source>Tick columns in the list to plot them</source>
        <translation>Kreuzen Sie Spalten in der Liste an, um sie zu zeichnen</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
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
        <source>Drag a link or a joint: the mechanism follows · Tab: reshape instead</source>
        <translation>Ein Glied oder Gelenk ziehen: Der Mechanismus folgt · Tab: stattdessen umformen</translation>
    </message>
    <message>
        <source>Drag a joint: lengths change · Tab: move the mechanism instead</source>
        <translation>Ein Gelenk ziehen: Längen ändern sich · Tab: stattdessen bewegen</translation>
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
</context>
<context>
    <name>momentree::app::Sketcher</name>
    <message>
        <source>The work plane is seen edge on: turn the picture with the right button, or choose another plane</source>
        <translation>Die Arbeitsebene liegt auf der Kante: das Bild mit der rechten Taste drehen oder eine andere Ebene wählen</translation>
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
        <source>Right drag: turn · Middle drag: move · Wheel: zoom</source>
        <translation>Rechts ziehen: drehen · Mitte ziehen: verschieben · Rad: vergrößern</translation>
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
</context>
</TS>
